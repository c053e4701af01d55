import {CORE_SCHEMA, load, mergeTag} from 'js-yaml';
import {expect, it} from 'vitest';
import {indexedCharts} from '../../../../src/adapters/helm/index/indexed-charts.ts';
import {readIndex} from '../../../../src/adapters/helm/index/read-index.ts';
import {scanIndex} from '../../../../src/adapters/helm/index/scan-index.ts';
import {largeIndex} from '../../../rig/large-index.ts';

const BLOCK = `apiVersion: v1
# a comment
entries:
  web:
  - appVersion: "2.0"
    created: 2026-01-02T03:04:05.678901+01:00
    description: 'It''s for: the "web"'
    keywords: [http, 'web server']
    maintainers:
    - name: version
      version: 9.9.9
    version: 1.10.0
    urls:
    - web-1.10.0.tgz
    - https://example.com/a b:c#d.tgz
    digest: sha256:DIGEST

  - annotations:
      note: |
        version: 7.7.7
      # a comment in a version
    appVersion: 1.10
    deprecated: true
    urls:
    - 'a'
    # a comment
    - null
    -   b
      c
    - d
     - e
    description: >-
      Folded
      text
    version: 1.9.0
  __proto__:
    - version: 0.1.0
      description: in another indentation, and
        over two lines
  "quoted":
  - {version: 3.0.0}
generated: "2026-01-01"
`.replace('DIGEST', 'a'.repeat(64));

it('an index in block style is read as a YAML parser reads it, and a version is a text', () => {
  const text = BLOCK.replace('  "quoted":\n  - {version: 3.0.0}\n', '');
  expect(scanIndex(text)).toBeDefined();
  expect(indexedCharts(readIndex(text))).toEqual([
    {
      name: '__proto__',
      description: 'in another indentation, and over two lines',
      keywords: [],
      versions: [{version: '0.1.0', urls: []}],
    },
    {
      name: 'web',
      description: `It's for: the "web"`,
      keywords: ['http', 'web server'],
      versions: [
        {
          version: '1.10.0',
          appVersion: '2.0',
          created: '2026-01-02T03:04:05.678901+01:00',
          urls: ['web-1.10.0.tgz', 'https://example.com/a b:c#d.tgz'],
          digest: `sha256:${'a'.repeat(64)}`,
        },
        {version: '1.9.0', appVersion: '1.10', deprecated: true, urls: ['a', 'b c', 'd - e']},
      ],
    },
  ]);
  expect({}).not.toHaveProperty('version');
});

it.each([
  {style: 'flow style', text: BLOCK},
  {style: 'JSON', text: JSON.stringify({entries: {web: [{version: '1.0.0', description: 'x'}], ['__proto__']: []}})},
  {style: 'an alias', text: 'entries:\n  web:\n  - version: &v 1.0.0\n  - version: 0.9.0\n    appVersion: *v\n'},
  {style: 'a merge key', text: 'x: &x {version: 1.0.0}\nentries:\n  web:\n  - <<: *x\n    appVersion: a\n'},
  {style: 'no chart', text: 'entries: {}\n'},
  {style: 'CRLF line ends', text: 'entries:\r\n  web:\r\n  - version: 1.0.0\r\n    description: "a"\r\n'},
])('an index with $style is read', ({text}) => {
  const {entries} = load(text, {schema: CORE_SCHEMA.withTags(mergeTag)}) as {
    readonly entries: Readonly<Record<string, readonly {readonly version: string}[]>>;
  };
  const read = readIndex(text);
  expect([...read.keys()].toSorted()).toEqual(Object.keys(entries).toSorted());
  for (const [name, versions] of Object.entries(entries))
    expect(read.get(name)?.map(({version}) => version)).toEqual(versions.map(({version}) => version));
});

it.each([
  {text: '<html>not found</html>'},
  {text: ''},
  {text: 'apiVersion: v1\n'},
  {text: '{"entries": '},
  {text: 'entries: [a]\n'},
  {text: 'entries:\n  web:\n  - version: "1.0.0\n'},
])('the text "$text" is refused as an index', ({text}) => expect(() => readIndex(text)).toThrow());

it('a large index is read line by line, with every version', () => {
  const index = scanIndex(largeIndex(20));
  expect(index?.size).toBe(20);
  expect(index?.get('chart-7')?.at(13)).toEqual({
    appVersion: '1.13',
    created: '2026-01-01T00:00:00Z',
    description:
      'The chart chart-7 has a description that is longer than one line, so that it is folded, as the tools that write indexes do with long texts.',
    keywords: ['database', 'chart-7'],
    urls: ['https://example.com/chart-7-13.tgz'],
    digest: 'a'.repeat(64),
    version: '1.3.0',
  });
});
