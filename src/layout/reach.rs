//! How narrow a list can be: the width that it takes up if everything in it is broken, by its tokens and their forms alone.

use super::arrange::Arrangement;
use super::types::Shape;
use super::{Layout, Place};
use crate::syntax::tree::NodeId;

impl Layout<'_> {
    /// The width of a list of this shape, from its opening to its closing bracket, if everything in it is as narrow as it can be.
    pub(super) fn reach(&self, id: NodeId, shape: Shape) -> usize {
        let mut arrangement = Arrangement::new(self, id, shape, Place::default(), None);
        let (mut reach, mut end) = (0, 0);
        let mut previous = None;
        for (index, item) in self.tree.items(id).enumerate() {
            let is_beside = index == 1 && shape.stay > 0
                || previous.is_some_and(|previous| self.belongs(previous, item));
            let column = if is_beside {
                end + 1
            } else {
                arrangement.of_line()
            };
            arrangement.stand(item, self.node(item), column, is_beside);
            end = column + self.narrowest(item);
            reach = reach.max(end);
            previous = Some(item);
        }
        reach.max(end + 1)
    }

    /// The width of a node if everything in it is as narrow as it can be.
    fn narrowest(&self, id: NodeId) -> usize {
        if !self.node(id).kind.has_children() {
            return self.flat_width(id).unwrap_or(0);
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
