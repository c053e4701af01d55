import {mkdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {startSandbox} from '../src/start-sandbox.ts';

/** Serves a sandbox in memory until it is stopped, for trying: `node scripts/sandbox-try.ts [KUBECONFIG]`. */
const [file = join(tmpdir(), 'sandbox-try', 'kubeconfig')] = process.argv.slice(2);
const {kubeconfig} = await startSandbox({onControllerError: (controller, error) => console.error(controller, error)});
mkdirSync(dirname(file), {recursive: true});
writeFileSync(file, kubeconfig, {mode: 0o600});
console.log(file);
