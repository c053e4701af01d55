#!/usr/bin/env node
// Old syntax on purpose, so that an old version of Node can parse this file and report the problem.
var version = process.versions.node.split('.');
if (Number(version[0]) > 22 || (Number(version[0]) === 22 && Number(version[1]) >= 19)) {
  import('./start.js').catch(function (error) {
    process.stderr.write('bug: gantry could not be started\n' + ((error && error.stack) || error) + '\n');
    process.exitCode = 70;
  });
} else {
  process.stderr.write(
    'gantry needs Node.js 22.19 or newer; this is ' + process.versions.node + ' (' + process.execPath + ').\n',
  );
  process.exitCode = 1;
}
