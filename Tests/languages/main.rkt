#!/usr/bin/env racket
#lang racket
(define l (tcp-listen 0 4 #t "127.0.0.1"))
(define-values (h port rh rp) (tcp-addresses l #t))
(define t (thread (lambda () (define-values (i o) (tcp-accept l)) (write-string "tcp" o) (close-output-port o))))
(define-values (i o) (tcp-connect "127.0.0.1" port))
(define tcp (port->string i))
(define sub (string-trim (with-output-to-string (lambda () (system "echo sub")))))
(define f (make-temporary-file))
(display-to-file "tmp" f #:exists 'truncate)
(displayln (if (and (equal? tcp "tcp") (equal? sub "sub") (equal? (file->string f) "tmp")) "true" "false"))
