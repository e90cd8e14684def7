// Connects a player to the referee, which calls it and waits for an answer to every call.
//
// Without arguments, calls come from stdin and answers go to stdout: the player is a program in an input of xref or xgames
// (docs/bots.md). With PORT NAME [HOST] it joins an xserver there, in the dialect `call` (docs/protocol.md).
"use strict";
const net = require("net");
const path = require("path");

// Takes text as it arrives, and passes on each array or string that is complete.
function splitter(found) {
  let text = "", depth = 0, quoted = false, escaped = false;
  return (piece) => {
    for (const c of piece) {
      text += c;
      if (escaped) {
        escaped = false;
      } else if (quoted) {
        escaped = c === "\\";
        quoted = c !== '"';
      } else {
        quoted = c === '"';
        depth += c === "[" || c === "{" ? 1 : c === "]" || c === "}" ? -1 : 0;
      }
      if (depth === 0 && !quoted && /["\]]/.test(c)) {
        found(JSON.parse(text));
        text = "";
      }
    }
  };
}

function connect(program, port, name, host = "127.0.0.1") {
  const fail = (why) => {
    console.error(`${program}: ${why}`);
    process.exit(1);
  };
  if (!/^\d+$/.test(port) || port > 65535) {
    fail(`a port is a number from 0 to 65535, not "${port}"`);
  }
  let connected = false;
  const connection = net.connect(Number(port), host, () => {
    connected = true;
    connection.write(JSON.stringify(name));
  });
  connection.on("error", (problem) => fail(connected ? "the server has closed the connection" :
    `cannot reach a server on ${host}, port ${port}: ${problem.code}; xserver ${port} starts one`));
  return connection;
}

// Answers all calls: answer(name, arguments) has the answer to one.
exports.play = (answer) => {
  const program = path.basename(process.argv[1]), given = process.argv.slice(2);
  if (![0, 2, 3].includes(given.length) || (given.length === 0 && process.stdin.isTTY)) {
    console.error(`usage: ${program} PORT NAME [HOST]; or as a player in an input of xref or xgames`);
    process.exit(2);
  }
  const connection = given.length > 0 ? connect(program, ...given) : null;
  const input = connection || process.stdin, output = connection || process.stdout;
  input.setEncoding("utf8");
  input.on("data", splitter((message) => {
    if (typeof message === "string") { // "refused: ..."
      console.error(message);
      process.exit(1);
    }
    output.write(JSON.stringify(answer(...message)) + "\n");
  }));
};
