use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    process::Command,
    thread,
};
fn main() {
    let s = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = s.local_addr().unwrap();
    let t = thread::spawn(move || {
        s.accept().unwrap().0.write_all(b"tcp").unwrap();
    });
    let mut tcp = String::new();
    TcpStream::connect(at)
        .unwrap()
        .read_to_string(&mut tcp)
        .unwrap();
    t.join().unwrap();
    let sub = Command::new("echo").arg("sub").output().unwrap().stdout;
    let f = std::env::temp_dir().join("x");
    fs::write(&f, "tmp").unwrap();
    println!(
        "{}",
        tcp == "tcp" && sub == b"sub\n" && fs::read_to_string(f).unwrap() == "tmp"
    );
}
