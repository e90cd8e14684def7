#!/usr/bin/env node
"use strict";

const { areConnected } = require("../Trains/Common/rails");
const text = require("fs").readFileSync(0, "utf8");
const [start, end, map] = JSON.parse("[" + text.replace(/"\s*(?=["{])/g, '",') + "]");
console.log(areConnected(start, end, map));
