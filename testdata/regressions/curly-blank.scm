{ } {} { a } {a}
({
#| own line |#
})
