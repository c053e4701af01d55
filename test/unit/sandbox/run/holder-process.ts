import {holdSandbox} from '../../../../src/sandbox/run/hold-sandbox.ts';
import {plainServe} from './plain-serve.ts';

// A process that holds a sandbox until it is asked to end, and prints the events of the sandbox.
const say = (what: object): boolean => process.stdout.write(`${JSON.stringify(what)}\n`);
const directory = process.argv[2] ?? '';
const sandbox = await holdSandbox({directory, serve: plainServe, onEvent: (event) => say(event)});
const {server, ca, token, owner} = sandbox;
say({type: 'holds', server, ca, token, owner});
process.stdin.once('data', () => void sandbox.close().then(() => process.exit(0)));
