import {describe, expect, it} from 'vitest';
import {
  type Entries,
  kubeconfigIn,
  withEntries,
  withoutEntries,
} from '../../../../src/adapters/kubernetes/kubeconfig-files/entries.ts';
import {textOf} from '../../../../src/adapters/kubernetes/kubeconfig-files/text-of.ts';

const entries = (server = 'https://prod'): Entries => ({
  clusters: [{name: 'gantry-prod', cluster: {server}}],
  contexts: [{name: 'gantry-prod', context: {cluster: 'gantry-prod', user: 'gantry-prod'}}],
  users: [{name: 'gantry-prod', user: {exec: {command: '/home/a, b/gantry', args: ['[x]', '#y']}}}],
});

function merged(text: string, {server, current}: {readonly server?: string; readonly current?: string} = {}) {
  const config = kubeconfigIn(text, 'config');
  const wanted = withEntries(config, entries(server), current);
  const changed = textOf(text, config, wanted);
  expect(kubeconfigIn(changed.text, 'config')).toEqual(wanted);
  return changed;
}

function unmerged(text: string) {
  const config = kubeconfigIn(text, 'config');
  return textOf(text, config, withoutEntries(config, 'gantry-prod'));
}

/** Kubeconfigs of people and programs. `is` is a part of the text after a merge. `back`: a part of the text before the merge, and the same part after the context was removed. */
const FILES: readonly {
  readonly name: string;
  readonly text: string;
  readonly is: string;
  readonly back?: readonly [string, string];
}[] = [
  {
    name: 'with lists in flow style',
    text: `# mine
apiVersion: v1
kind: Config
users: [{name: dev, user: {token: "a#b, c"}}] # people
clusters: [ {name: 'dev', cluster: {server: "https://dev"}} ]
contexts: [
  {name: dev, context: {cluster: dev, user: dev}}, # the first
  {name: ops, context: {cluster: dev, user: dev}} # the last
]
current-context: 'dev' # today
`,
    is: `clusters: [ {name: 'dev', cluster: {server: "https://dev"}}, {name: gantry-prod, cluster: {server: "https://prod"}} ]
contexts: [
  {name: dev, context: {cluster: dev, user: dev}}, # the first
  {name: ops, context: {cluster: dev, user: dev}}, # the last
  {name: gantry-prod, context: {cluster: gantry-prod, user: gantry-prod}}
]
current-context: 'dev' # today
`,
  },
  {
    name: 'with anchors, tags and a merge key',
    text: `kind: Config
x-base: &base {server: "https://dev", insecure-skip-tls-verify: yes}
clusters: &clusters
- &dev {name: dev, cluster: *base} # by hand
- name: !!str ops
  cluster: {<<: *base, tls-server-name: "ops"}
contexts: &contexts [&first {name: dev, context: {cluster: dev}}, # one
  ]
x-copy: [*dev, *first]
`,
    is: `contexts: &contexts [&first {name: dev, context: {cluster: dev}}, # one
  {name: gantry-prod,`,
    back: ['*first]\n', '*first]\nusers: []\n'],
  },
  {
    name: 'as "kubectl config view -o json" prints it',
    text: `${JSON.stringify({kind: 'Config', preferences: {}, clusters: [{name: 'dev', cluster: {server: 'https://dev'}}], users: [], contexts: null, 'current-context': 'dev'}, undefined, 4)}\n`,
    is: `        },
        {
            "name": "gantry-prod",
            "cluster": {
                "server": "https://prod"
            }
        }
    ],
    "users": [
        {
            "name": "gantry-prod",`,
    back: ['"contexts": null', '"contexts": []'],
  },
  {
    name: 'in JSON on one line, without lists',
    text: '{"kind":"Config","clusters":[{"name":"dev","cluster":{"server":"https://dev"}}]}',
    is: '{"kind":"Config","clusters":[{"name":"dev","cluster":{"server":"https://dev"}}, {"name":"gantry-prod",',
    back: [']}', '], "contexts": [], "users": []}'],
  },
  {
    name: 'in YAML with braces around everything',
    text: `--- # mine
{
  kind: Config, # always
  clusters: [{name: dev, cluster: {server: 'https://dev'}}],
  users: []
  # the end
}
`,
    is: `  users: [{name: gantry-prod, user: {exec: {command: "/home/a, b/gantry", args: ["[x]", "#y"]}}}],
  contexts: [{name: gantry-prod, context: {cluster: gantry-prod, user: gantry-prod}}]
  # the end
}
`,
    back: ['users: []', 'users: [],\n  contexts: []'],
  },
  {
    name: 'with quoted keys',
    text: `"kind": Config
"users": # people
- name: dev
'clusters': []
contexts: []
`,
    is: `"users": # people
- name: dev
- name: gantry-prod
`,
  },
  {
    name: 'with comments only',
    text: '# mine\n',
    is: '# mine\napiVersion: v1\nkind: Config\nclusters:\n',
    back: ['mine\n', 'mine\napiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\nusers: []\n'],
  },
  {
    name: 'with the line ends of Windows',
    text: 'kind: Config\r\nclusters:\r\n- name: dev # mine\r\n  cluster: {server: "https://dev"}\r\nusers: [{name: dev}]\r\n',
    is: '- name: gantry-prod\r\n  cluster:\r\n    server: https://prod\r\nusers: [{name: dev}, {name: gantry-prod,',
    back: ['users: [{name: dev}]\r\n', 'users: [{name: dev}]\r\ncontexts: []\r\n'],
  },
];

describe('the style of a kubeconfig', () => {
  it.each(FILES)(
    'a kubeconfig $name keeps its text when a context is added, changed and removed',
    ({text, is, back = ['', '']}) => {
      const once = merged(text);
      expect(once).toEqual({text: expect.stringContaining(is), rewritten: false});
      expect(merged(once.text)).toEqual(once);
      const moved = merged(once.text, {server: 'https://moved'});
      expect(moved).toEqual({text: once.text.replace('https://prod', 'https://moved'), rewritten: false});
      expect(unmerged(once.text)).toEqual({text: text.replace(...back), rewritten: false});
    },
  );

  it.each([
    {before: "current-context: 'dev' # today", after: 'current-context: "gantry-prod" # today'},
    {before: 'current-context: dev # today', after: 'current-context: gantry-prod # today'},
    {before: 'current-context: ""', after: 'current-context: "gantry-prod"'},
    {before: 'current-context: # none', after: 'current-context: "gantry-prod" # none'},
    {before: 'current-context:', after: 'current-context: "gantry-prod"'},
    {before: '{current-context: dev, kind: Config}', after: '{current-context: gantry-prod, kind: Config'},
    {before: '{"kind": "Config"}', after: '"current-context": "gantry-prod"'},
  ])('the current context replaces its value in $before', ({before, after}) => {
    const {text, rewritten} = merged(`${before}\n`, {current: 'gantry-prod'});
    expect({text, rewritten}).toEqual({text: expect.stringContaining(after), rewritten: false});
  });

  it.each([
    {
      name: 'the first',
      before: '[ {name: gantry-prod}, # ours\n  {name: dev}, # dev\n]',
      after: '[ {name: dev}, # dev\n]',
    },
    {
      name: 'the middle one',
      before: '[{name: dev}, # dev\n  {name: gantry-prod}, # ours\n  {name: ops}]',
      after: '[{name: dev}, # dev\n  {name: ops}]',
    },
    {
      name: 'the last',
      before: '[\n  {name: dev}, # dev\n  {name: gantry-prod}\n  # the end\n  ]',
      after: '[\n  {name: dev} # dev\n  # the end\n  ]',
    },
    {
      name: 'the last on the line of the bracket',
      before: '[{name: dev}, # dev\n {name: gantry-prod}]',
      after: '[{name: dev}]',
    },
    {name: 'the only one', before: '[\n  {name: gantry-prod},\n  ]', after: '[]'},
    {
      name: 'an entry that occurs twice',
      before: '[{name: gantry-prod}, {name: dev}, {name: gantry-prod}]',
      after: '[{name: dev}]',
    },
  ])('the removal of $name keeps the comments of the others', ({before, after}) => {
    expect(unmerged(`kind: Config\nusers: ${before}\n`)).toEqual({
      text: `kind: Config\nusers: ${after}\n`,
      rewritten: false,
    });
  });

  it('a removed context whose anchor is used elsewhere is written again, with the same content', () => {
    const text = 'kind: Config\nusers: [&a {name: gantry-prod, user: {token: t}}]\nx-copy: *a\n';
    const {text: after, rewritten} = unmerged(text);
    expect(rewritten).toBe(true);
    expect(kubeconfigIn(after, 'config')).toMatchObject({users: [], 'x-copy': {name: 'gantry-prod'}});
  });
});
