//! How narrow a list can be: the width that it takes up if everything in it is broken, by its tokens and their forms alone.

use super::arrange::Arrangement;
use super::choice::width_of_first_line;
use super::types::Shape;
use super::units::Joint;
use super::{Layout, Slot, Word};
use crate::options::LineBreaks;
use crate::syntax::tree::{NodeId, NodeKind};

impl Layout<'_> {
    /// The width of a list of this shape, from its opening to its closing bracket, if everything in it is as narrow as it can be.
    pub(super) fn reach(&self, id: NodeId, shape: Shape) -> usize {
        let mut arrangement = Arrangement::new(self, id, shape, Slot::default(), None);
        let (mut reach, mut end) = (0, 0);
        for (index, item) in self.tree.items(id).enumerate() {
            // A dot drops where its tail does not fit, and so does a value where lists stay broken: it may have done so before.
            let may_drop = |joint| {
                self.node(item).kind == NodeKind::Dot
                    || joint == Joint::Bound
                        && self.style.line_breaks == LineBreaks::Persistent
                        && self.measured(item).word != Word::Ellipsis
            };
            let joint = self.measured(item).joint;
            let is_bound = joint != Joint::Free && !may_drop(joint);
            let is_beside = index == 1 && shape.stay > 0 || is_bound;
            let column = if is_beside {
                end + 1
            } else {
                arrangement.of_line()
            };
            arrangement.stand(item, self.node(item), column, is_beside);
            end = column + self.narrowest(item);
            reach = reach.max(end);
        }
        reach.max(end + 1)
    }

    /// The width of a node if everything in it is as narrow as it can be.
    pub(super) fn narrowest(&self, id: NodeId) -> usize {
        if !self.node(id).kind.has_children() {
            let width = || width_of_first_line(self.head_text(id));
            return self.flat_width(id).unwrap_or_else(width);
        }
        let known = self.narrowest.borrow().get(&id).copied();
        known.unwrap_or_else(|| {
            let form = self.form(id);
            let fixed = self.fixed(id, form);
            let choices = self
                .second_choices(id, form, fixed)
                .filter(|_| form.strategy.may_drop());
            let reach = self.reach(id, choices.map_or(fixed, |(_, below)| below));
            self.narrowest.borrow_mut().insert(id, reach);
            reach
        })
    }
}
