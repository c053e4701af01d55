import type {Json} from '../../src/core/json.ts';

export type KubectlYaml = {
  readonly name: string;
  /** What is written below `kind` in a manifest. */
  readonly text: string;
  /** What the real kubectl reads (v1.34.4, `kubectl label --local`); absent: it refuses the text, and so does Gantry. */
  readonly value?: Readonly<Record<string, Json>>;
  /** The lines that Gantry warns of. */
  readonly warnings?: readonly string[];
};

const keyWarning = (line: number, key: string, name: string): string =>
  `${line}: the key \`${key}\` is read as "${name}", as kubectl does`;

export const manifestOf = ({text}: KubectlYaml): string =>
  `apiVersion: example.dev/v1\nkind: Try\n${text}metadata: {name: a}\n`;

/** What kubectl reads in another way than YAML 1.2, or what looks as if it did. `kubectl-yaml.test.ts` asks the real one. */
export const DOCUMENTS: readonly KubectlYaml[] = [
  {
    name: 'a flow sequence that closes at the column of its key',
    text: 'spec:\n  args: [\n    "-c",\n    "x"\n  ]\n  image: a\n',
    value: {spec: {args: ['-c', 'x'], image: 'a'}},
  },
  {
    name: 'a flow sequence that goes on at the column of its key',
    text: 'spec:\n  args: ["a",\n  "b"\n  ]\n',
    value: {spec: {args: ['a', 'b']}},
  },
  {
    name: 'a flow mapping that closes at the column of its key',
    text: 'spec: {\n  a: 1,\n  b: {c: 2}\n}\nother: x\n',
    value: {spec: {a: 1, b: {c: 2}}, other: 'x'},
  },
  {
    name: 'a flow collection in a list at the column of the dash',
    text: 'spec:\n- [a,\nb]\n- c: {d: 1,\n  e: 2\n  }\n',
    value: {spec: [['a', 'b'], {c: {d: 1, e: 2}}]},
  },
  {
    name: 'a step of a Tekton task',
    text: `spec:
  params: [
    {name: url, type: string},
    {name: tags, type: array, default: [
      "latest"
    ]}
  ]
  steps:
    - name: build
      args: [
        "--url", "$(params.url)",
        # all tags
        "$(params.tags[*])"
      ]
      script: |
        echo "[not
        a flow
      workingDir: /src
`,
    value: {
      spec: {
        params: [
          {name: 'url', type: 'string'},
          {name: 'tags', type: 'array', default: ['latest']},
        ],
        steps: [
          {
            name: 'build',
            args: ['--url', '$(params.url)', '$(params.tags[*])'],
            script: 'echo "[not\na flow\n',
            workingDir: '/src',
          },
        ],
      },
    },
  },
  {
    name: 'JSON whose lines begin at the first column',
    text: 'spec:\n  body: {\n"panels": [\n{"id": 1}\n],\n"title": "a: b"\n}\n  next: 1\n',
    value: {spec: {body: {panels: [{id: 1}], title: 'a: b'}, next: 1}},
  },
  {
    name: 'JSON that is indented with tabs',
    text: 'spec: {\n\t"a": [\n\t\t"b"\n\t]\n}\n',
    value: {spec: {a: ['b']}},
  },
  {
    name: 'a double-quoted text that goes on at the column of its key',
    text: 'spec:\n  text: "one\n  two\n\n  three"\n  next: 1\n',
    value: {spec: {text: 'one two\nthree', next: 1}},
  },
  {
    name: 'a double-quoted text with escaped line ends, from the first column on',
    text: 'spec:\n  text: "one\\\n  two\\\ntwo\\n\\\n \\ three"\n',
    value: {spec: {text: 'onetwotwo\n three'}},
  },
  {
    name: 'a single-quoted text that goes on before the column of its key',
    text: "spec:\n  text: 'it''s\nhere: [\n'\n  next: 1\n",
    value: {spec: {text: "it's here: [ ", next: 1}},
  },
  {
    name: 'a quoted text that ends at the column of its key',
    text: 'spec:\n  text: "one\n  "\n  next: 1\n',
    value: {spec: {text: 'one ', next: 1}},
  },
  {
    name: 'a quoted text in a list, at the column of the dash',
    text: 'spec:\n- "one\ntwo"\n- \'one\n  two\'\n',
    value: {spec: ['one two', 'one two']},
  },
  {
    name: 'a plain text in a flow collection over several lines',
    text: 'spec: [one\ntwo,\nthree\n]\n',
    value: {spec: ['one two', 'three']},
  },
  {
    name: 'comments in a flow collection, with and without a space before',
    text: 'spec: [# one "\n1, # two ]\n# three [\n2]\nother: "a"# b\n',
    value: {spec: [1, 2], other: 'a'},
  },
  {
    name: 'a block text beside brackets that close at the column of their key',
    text: 'spec:\n  a: |2\n      "[\n    {\n  b: >-\n\n   folded: [\n\n  c: [\n  ]\n',
    value: {spec: {a: '  "[\n{\n', b: '\nfolded: [', c: []}},
  },
  {
    name: 'plain texts with brackets and quotes beside them',
    text: 'spec:\n  a: x [ y\n  b: it\'s "so\n    and [so\n  c: [\n  ]\n',
    value: {spec: {a: 'x [ y', b: 'it\'s "so and [so', c: []}},
  },
  {
    name: 'explicit keys, anchors and tags beside them',
    text: 'spec:\n  ? a\n  : [\n  1\n  ]\n  b: &b !!seq [\n  x\n  ]\n  c: *b\n',
    value: {spec: {a: [1], b: ['x'], c: ['x']}},
  },
  {
    name: 'Windows line ends',
    text: 'spec:\r\n  args: [\r\n  "a"\r\n  ]\r\n  text: "one\r\n  two"\r\n',
    value: {spec: {args: ['a'], text: 'one two'}},
  },
  {name: 'an escaped single quote', text: 'spec: "it\\\'s"\n', value: {spec: "it's"}},
  {
    name: 'a bracket that nobody closed',
    text: 'spec:\n  args: ["a",\n  image: x\n',
  },
  {name: 'a quote that nobody closed', text: 'spec:\n  text: "a\n  image: x\n'},
  {name: 'a list at the column of its key, without its bracket', text: 'spec:\n  args:\n  ["a"]\n  b: 1\n'},

  {
    name: 'a plain text that ends in colons in a flow sequence',
    text: 'spec: [001:db8::, a]\n',
    value: {spec: ['001:db8::', 'a']},
  },
  {name: 'the same alone', text: 'spec: [2001:db8::]\n', value: {spec: ['2001:db8::']}},
  {
    name: 'the same in a flow mapping',
    text: 'spec: {cidr: 001:db8::, gateway: fe80::}\n',
    value: {spec: {cidr: '001:db8::', gateway: 'fe80::'}},
  },
  {name: 'a name with a colon at its end', text: "spec: [a:, it's:, b]\n", value: {spec: ['a:', "it's:", 'b']}},
  {name: 'a key with a colon at its end', text: 'spec: {a:, b: 1}\n', value: {spec: {'a:': null, b: 1}}},
  {
    name: 'a dash alone in a flow sequence',
    text: 'spec: [-]\nother: [-, a]\n',
    value: {spec: ['-'], other: ['-', 'a']},
  },
  {name: 'colons at the end of an item', text: 'spec:\n- 2001:db8::\n', value: {spec: [{'2001:db8:': null}]}},
  {name: 'colons at the end of a value', text: 'spec: 2001:db8::\n'},
  {name: 'colons in the middle', text: 'spec: {a: 2001:db8::1}\nc: a:b\n', value: {spec: {a: '2001:db8::1'}, c: 'a:b'}},

  {
    name: 'words for true and false as keys',
    text: 'spec:\n  a: {on: 1}\n  b: {y: 1}\n  c: {No: 1}\n  d: {True: 1}\n  e: {true: 1}\n  f: {oN: 1}\n',
    value: {spec: {a: {true: 1}, b: {true: 1}, c: {false: 1}, d: {true: 1}, e: {true: 1}, f: {oN: 1}}},
    warnings: [
      keyWarning(4, 'on', 'true'),
      keyWarning(5, 'y', 'true'),
      keyWarning(6, 'No', 'false'),
      keyWarning(7, 'True', 'true'),
    ],
  },
  {
    name: 'integers as keys',
    text: 'spec:\n  0x10: a\n  010: b\n  0o11: c\n  0b11: d\n  1_000: e\n  +7: f\n  -0: g\n  42: h\n  9223372036854775807: i\n',
    value: {
      spec: {16: 'a', 8: 'b', 9: 'c', 3: 'd', 1000: 'e', 7: 'f', 0: 'g', 42: 'h', '9223372036854775807': 'i'},
    },
    warnings: [
      keyWarning(4, '0x10', '16'),
      keyWarning(5, '010', '8'),
      keyWarning(6, '0o11', '9'),
      keyWarning(7, '0b11', '3'),
      keyWarning(8, '1_000', '1000'),
      keyWarning(9, '+7', '7'),
      keyWarning(10, '-0', '0'),
    ],
  },
  {
    name: 'floats as keys, with the digits of 32 bits',
    text: 'spec:\n  1.20: a\n  1.5: b\n  1e3: c\n  1e6: d\n  0.00001: e\n  3.14159265358979: f\n  .inf: g\n  -1e40: h\n  .NaN: i\n  1.2.3: k\n',
    value: {
      spec: {
        '1.2': 'a',
        '1.5': 'b',
        1000: 'c',
        '1e+06': 'd',
        '1e-05': 'e',
        '3.1415927': 'f',
        '.inf': 'g',
        '-.inf': 'h',
        '.nan': 'i',
        '1.2.3': 'k',
      },
    },
    warnings: [
      keyWarning(4, '1.20', '1.2'),
      keyWarning(6, '1e3', '1000'),
      keyWarning(7, '1e6', '1e+06'),
      keyWarning(8, '0.00001', '1e-05'),
      keyWarning(9, '3.14159265358979', '3.1415927'),
      keyWarning(11, '-1e40', '-.inf'),
      keyWarning(12, '.NaN', '.nan'),
    ],
  },
  {
    name: 'texts that are no numbers as keys',
    text: 'spec: {2001-01-01: a, 1:30: b, 0x: c, 100m: d, 1e400: e, "on": f, \'0x10\': g, "": h}\n',
    value: {
      spec: {'2001-01-01': 'a', '1:30': 'b', '0x': 'c', '100m': 'd', '1e400': 'e', on: 'f', '0x10': 'g', '': 'h'},
    },
  },
  {
    name: 'tags on keys',
    text: 'spec: {!!str on: a, ! 0x10: b, !!int "0x11": c}\n',
    value: {spec: {on: 'a', '0x10': 'b', 17: 'c'}},
    warnings: [keyWarning(3, '0x11', '17')],
  },
  {
    name: 'anchors and aliases as keys',
    text: 'spec:\n  &a 1.50: a\n  other: &b 0x10\n  *b : b\n',
    value: {spec: {'1.5': 'a', other: 16, 16: 'b'}},
    warnings: [keyWarning(4, '1.50', '1.5')],
  },
  {name: 'null as a key', text: 'spec: {~: a}\n'},
  {name: 'no key', text: 'spec:\n  : a\n'},
  {name: 'an integer of 64 bits without a sign as a key', text: 'spec: {18446744073709551615: a}\n'},
];
