import {describe, expect, it} from 'vitest';
import {examinePrograms} from '../../../../src/app/doctor/examine-programs.ts';
import type {Programs} from '../../../../src/ports/programs.ts';

const unused = () => Promise.reject(new Error('nothing is run here'));

/** A machine whose programs print this when they are asked for their version. */
const machine = (printed: Readonly<Record<string, string | undefined>>) => ({
  programs: async (): Promise<Programs> => ({
    temporary: unused,
    lasting: unused,
    drop: unused,
    run: unused,
    self: unused,
    launcher: unused,
    inClear: (secret) => secret.reveal(),
    find: async (name) => (name in printed ? `/usr/bin/${name}` : undefined),
    ask: async ([path = '']) => printed[path.slice('/usr/bin/'.length)],
  }),
});

const kubectl = (version: string) => JSON.stringify({clientVersion: {gitVersion: version}});

describe('a related program', () => {
  it.each([
    {name: 'git', printed: 'git version 2.39.5 (Apple Git-154)\n', outcome: 'passed', found: '2.39.5, /usr/bin/git'},
    {name: 'kubectl', printed: kubectl('v1.34.2'), outcome: 'passed', found: 'v1.34.2, /usr/bin/kubectl'},
    {name: 'kubectl', printed: kubectl('v1.27.0'), outcome: 'passed', found: 'v1.27.0, /usr/bin/kubectl'},
    {name: 'kubectl', printed: kubectl('v2.0.0'), outcome: 'passed', found: 'v2.0.0, /usr/bin/kubectl'},
    {
      name: 'kubectl',
      printed: kubectl('v1.9.7'),
      outcome: 'warning',
      found: 'v1.9.7, /usr/bin/kubectl',
      message: 'kustomizations require kubectl 1.27 or newer, or kustomize',
    },
    {name: 'kustomize', printed: 'v5.4.3\n', outcome: 'passed', found: 'v5.4.3, /usr/bin/kustomize'},
    {
      name: 'kustomize',
      printed: '{Version:kustomize/v4.5.7 GitCommit:5}',
      outcome: 'passed',
      found: 'v4.5.7, /usr/bin/kustomize',
    },
    {name: 'helm', printed: 'v3.16.1+g5a5449d\n', outcome: 'passed', found: 'v3.16.1+g5a5449d, /usr/bin/helm'},
    {
      name: 'terraform',
      printed: '{"terraform_version":"1.9.5"}',
      outcome: 'passed',
      found: '1.9.5, /usr/bin/terraform',
    },
    {name: 'kubectl', printed: 'not what was asked for', outcome: 'warning', found: '/usr/bin/kubectl'},
    {name: 'helm', printed: undefined, outcome: 'warning', found: '/usr/bin/helm'},
  ])('$name that prints $printed has the outcome $outcome', async ({name, printed, ...want}) => {
    const found = (await examinePrograms(machine({[name]: printed}))).find((one) => one.name === name);
    expect(found).toMatchObject({kind: 'program', ...want});
  });

  it('a missing program names the features that require it, and is not a failure', async () => {
    const all = await examinePrograms(machine({}));
    expect(all.map(({name, outcome}) => [name, outcome])).toEqual(
      ['git', 'kubectl', 'kustomize', 'helm', 'terraform'].map((name) => [name, 'missing']),
    );
    for (const one of all) expect(one).toMatchObject({message: expect.stringMatching(/^not in PATH: \w/)});
  });
});
