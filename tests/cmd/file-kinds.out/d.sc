Synth : Object {
}
