import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {acquireControlPlane} from '../test/controlplane/for-tests.ts';
import {recordTranscript} from './record-transcript.ts';

/** Writes the README's transcript anew: `npm run transcript`. That it is fresh is held by test/docs/transcript.test.ts. */
const README = fileURLToPath(new URL('../README.md', import.meta.url));

const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const {controlPlane} = acquired;
try {
  const text = await recordTranscript(controlPlane.kubeconfigPath);
  const readme = readFileSync(README, 'utf8');
  const next = readme.replace(
    /(<!-- transcript: npm run transcript -->\n```console\n)[^]*?(\n```)/,
    (_, before: string, after: string) => `${before}${text}${after}`,
  );
  writeFileSync(README, next);
  console.log(next === readme ? 'README.md is fresh' : 'README.md: written');
} finally {
  await controlPlane.stop();
}
