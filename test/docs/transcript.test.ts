import {readFile} from 'node:fs/promises';
import {expect, it} from 'vitest';
import {recordTranscript} from '../../scripts/record-transcript.ts';
import {onCluster} from '../rig/on-cluster.ts';

onCluster('the README', ({kubeconfigPath}) => {
  it('shows what the program says today', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const shown = /<!-- transcript: npm run transcript -->\n```console\n([^]*?)\n```/.exec(readme)?.[1] ?? '';
    // Columns of a table are as wide as the widest name on this machine.
    const loose = (text: string): readonly string[] => text.split('\n').map((line) => line.replaceAll(/\s+/g, ' '));
    expect(loose(await recordTranscript(kubeconfigPath))).toEqual(loose(shown));
  });
});
