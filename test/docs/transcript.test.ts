import {readFile} from 'node:fs/promises';
import {expect, it} from 'vitest';
import {recordFailingRollout} from '../../scripts/record-failing-rollout.ts';
import {recordTranscript} from '../../scripts/record-transcript.ts';
import {onCluster} from '../rig/on-cluster.ts';

onCluster('recorded transcripts', ({kubeconfigPath}) => {
  it.each([
    {page: 'README.md', record: recordTranscript},
    {page: 'docs/guides/troubleshooting.md', record: recordFailingRollout},
  ])('the transcript in $page equals a new recording', async ({page, record}) => {
    const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
    const shown = /<!-- transcript: npm run transcript -->\n```console\n([^]*?)\n```/.exec(text)?.[1] ?? '';
    // Columns of a table are as wide as the widest name on this machine.
    const loose = (lines: string): readonly string[] => lines.split('\n').map((line) => line.replaceAll(/\s+/g, ' '));
    expect(loose(await record(kubeconfigPath))).toEqual(loose(shown));
  });
});
