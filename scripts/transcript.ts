import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {acquireControlPlane} from '../test/controlplane/for-tests.ts';
import {recordFailingRollout} from './record-failing-rollout.ts';
import {recordTranscript} from './record-transcript.ts';

/** Rewrites the transcripts of these pages: `npm run transcript`. test/docs/transcript.test.ts checks that they are current. */
const PAGES = [
  {page: 'README.md', record: recordTranscript},
  {page: 'docs/guides/troubleshooting.md', record: recordFailingRollout},
];

const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const {controlPlane} = acquired;
try {
  for (const {page, record} of PAGES) {
    const file = fileURLToPath(new URL(`../${page}`, import.meta.url));
    const text = await record(controlPlane.kubeconfigPath);
    const old = readFileSync(file, 'utf8');
    const next = old.replace(
      /(<!-- transcript: npm run transcript -->\n```console\n)[^]*?(\n?```)/,
      (_, before: string) => `${before}${text}\n\`\`\``,
    );
    writeFileSync(file, next);
    console.log(next === old ? `${page} is fresh` : `${page}: written`);
  }
} finally {
  await controlPlane.stop();
}
