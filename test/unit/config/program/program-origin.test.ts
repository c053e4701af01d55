import {describe, expect, it} from 'vitest';
import {programOrigin} from '../../../../src/config/program/program-origin.ts';
import type {JsonPath} from '../../../../src/core/json.ts';

/** The text at the position of a path, with its line. */
const placeOf = (text: string, path: JsonPath): string => {
  const {line, column, endColumn, text: whole} = programOrigin(text, 'gantry.app.ts').position(path);
  return `${line}:${whole.slice(column - 1, endColumn - 1)}`;
};

const PROGRAM = `import {defineApplications} from 'gantry/module';
// {web: {workload: 1}} in a comment, and in "a text: {web: {"
const note = 'web: {workload: {';
const pattern = /[{/"]web: {/;
const half = 4 / 2;
const ports = [{port: 80}, {port: half / 2, targetPort: 8080}];

type Shape = {web: string};

export default defineApplications({context: ['domain']}, ({context}) => {
  if (half > 1) console.log(\`\${half} {web: {\`);
  return {
    web: {
      workload: {
        service: {
          containers: {
            'web': {image: 'nginx:1.28', "args": ['a', 'b'], env: {DOMAIN: context.domain}},
          },
          ports,
          ...(half > 1 ? {replicas: 2} : {}),
        },
      },
    },
    admin: adminOf(context),
  };
});
`;

describe('the place of a field in a program', () => {
  it.each<{name: string; path: JsonPath; place: string}>([
    {name: 'a field of a literal', path: ['web', 'workload', 'service'], place: '15:service'},
    {name: 'a quoted key', path: ['web', 'workload', 'service', 'containers', 'web'], place: "17:'web'"},
    {name: 'a value', path: ['web', 'workload', 'service', 'containers', 'web', 'image'], place: '17:image'},
    {name: 'an item', path: ['web', 'workload', 'service', 'containers', 'web', 'args', 1], place: "17:'b'"},
    {name: 'a variable', path: ['web', 'workload', 'service', 'ports', 1, 'targetPort'], place: '6:targetPort'},
    {
      name: 'a spread field: the object around it',
      path: ['web', 'workload', 'service', 'replicas'],
      place: '15:service',
    },
    {name: 'the field of a call: the call', path: ['admin', 'workload'], place: '24:admin'},
    {name: 'an unknown application: the export', path: ['other'], place: '10:export default'},
    {name: 'the whole value: the export', path: [], place: '10:export default'},
  ])('$name', ({path, place}) => {
    expect(placeOf(PROGRAM, path)).toBe(place);
  });

  it('an application with a computed name is found by its fields, if only one literal has them', () => {
    const one =
      "const all = ['a'].map((name) => [name, {\n  workload: {service: {replicas: 1}}}]);\nexport default Object.fromEntries(all);\n";
    expect(placeOf(one, ['a', 'workload', 'service', 'replicas'])).toBe('2:replicas');
    expect(placeOf(one, ['a', 'labels'])).toBe('3:export default');
    expect(placeOf(`${one}const other = {workload: 1};\n`, ['a', 'workload'])).toBe('3:export default');
  });

  it.each([
    {name: 'an empty text', text: ''},
    {name: 'open brackets', text: 'export default {web: {a: [('},
    {name: 'closing brackets', text: '}}])export default {web: 1}'},
    {name: 'an open text', text: "export default {web: 'x"},
    {name: 'an open template', text: 'export default {web: `x'},
    {name: 'an open comment', text: 'export default /* {web: 1}'},
    {name: 'an open expression', text: 'export default = /x'},
    {name: 'a thousand brackets', text: '['.repeat(1_000)},
  ])('$name has a position', ({text}) => {
    expect(programOrigin(text, 'a.ts').position(['web', 'a']).line).toBe(1);
  });
});
