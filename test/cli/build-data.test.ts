import {loadAll} from 'js-yaml';
import {expect, it} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {makeStack} from '../rig/stack.ts';

const DATA = {
  line: '::set-output name=x::y',
  lines: 'first\n  ::add-mask::main\n::error::z\n##[group]a',
  colour: '\u001b[31mred',
  unseen: 'a\u200bb\u202ec',
  plain: 'v1::x',
};

it.each([{args: ['build']}, {args: ['build', '-o', 'yaml']}, {args: ['build', '-o', 'json']}])(
  'gantry $args prints the same data in a workflow as elsewhere, and no command',
  async ({args}) => {
    const stack = await makeStack({files: manifests(configMap('a', DATA))});
    const [there, here] = [
      await stack.gantry(args, {env: {GITHUB_ACTIONS: 'true'}}),
      await stack.gantry(args, {env: {GITHUB_ACTIONS: ''}}),
    ];
    expect(there.code, there.stderr).toBe(0);
    expect(there.stdout).toBe(here.stdout);
    const [document] = loadAll(there.stdout) as [{resources?: [{attributes: unknown}]}];
    expect(document.resources?.[0].attributes ?? document).toMatchObject({kind: 'ConfigMap', data: DATA});
    expect(there.stdout).not.toMatch(/^\s*::|##\[/m);
  },
);
