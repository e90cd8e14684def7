#!/usr/bin/env node
"use strict";

const { execFileSync } = require("child_process");
const fs = require("fs");
const net = require("net");
const os = require("os");
const path = require("path");
const { Worker } = require("worker_threads");

const said = execFileSync("echo", ["sub"]).toString();
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "x")), "file");
fs.writeFileSync(file, "tmp");
const server = net.createServer((client) => client.end("tcp"));
server.listen(0, "127.0.0.1", () => {
  let heard = "";
  const client = net.connect(server.address().port, "127.0.0.1");
  client.on("data", (data) => (heard += data));
  client.on("end", () => {
    server.close();
    const worker = new Worker("require('worker_threads').parentPort.postMessage('thread')", { eval: true });
    worker.on("message", (message) =>
      console.log(heard + said + message + fs.readFileSync(file, "utf8") === "tcpsub\nthreadtmp"),
    );
  });
});
