import {once} from 'node:events';
import {describe, expect, it} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';

describe('a sandbox whose serving process is killed', () => {
  it('a running apply takes over a sandbox from a killed process, and loses no object', async () => {
    const names = Array.from({length: 120}, (_, i) => `part-${i}`);
    const stack = await makeStack({
      namespace: 'shop',
      files: manifests(...names.map((name) => configMap(name, {a: 'b'}))),
    });
    const serving = startGantry(stack, ['sandbox', 'serve', '-o', 'jsonl']);
    await serving.event('result');
    const apply = startGantry(stack, ['apply', '-w', 'sandbox', '--yes', '-o', 'jsonl']);
    // Some are written, most are not.
    await apply.event('step-applied', ({id}) => String(id).includes(':ConfigMap:'));
    serving.child.kill('SIGKILL');
    const [, signal] = (await once(serving.child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    const {code, stdout, stderr} = await apply.ended;
    expect(code, stderr).toBe(0);
    // What was under way was asked again.
    expect(stdout).toContain('"type":"retry"');

    const again = await stack.gantry(['apply', '-w', 'sandbox', '--yes']);
    expect(again).toMatchObject({code: 0, stdout: expect.stringContaining('Nothing to do')});
    const {document} = await stack.json<{objects: readonly {kind: string; metadata: {name: string}}[]}>([
      'sandbox',
      'export',
    ]);
    const kept = document.objects.filter(({kind}) => kind === 'ConfigMap').map(({metadata}) => metadata.name);
    expect(kept).toEqual(expect.arrayContaining(names));
  });
});
