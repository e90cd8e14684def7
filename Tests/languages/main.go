package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
)

func main() {
	s, e := net.Listen("tcp", "127.0.0.1:0")
	if e != nil {
		panic(e)
	}
	go func() { c, _ := s.Accept(); c.Write([]byte("tcp")); c.Close() }()
	c, e := net.Dial("tcp", s.Addr().String())
	if e != nil {
		panic(e)
	}
	tcp, _ := io.ReadAll(c)
	sub, _ := exec.Command("echo", "sub").Output()
	f, _ := os.CreateTemp("", "x")
	f.WriteString("tmp")
	tmp, _ := os.ReadFile(f.Name())
	fmt.Println(string(tcp) == "tcp" && string(sub) == "sub\n" && string(tmp) == "tmp")
}
