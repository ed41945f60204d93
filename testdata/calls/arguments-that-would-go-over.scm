;; options: line-width=40

(test-module 'gauche.vm.register-machine)

(test-modul 'gauche.vm.register-machine)

(%textize (apply string-join lis argums))

(%%textize (apply string-join lis argum))
