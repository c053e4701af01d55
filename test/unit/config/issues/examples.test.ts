import {load} from 'js-yaml';
import {describe, expect, it} from 'vitest';
import type {z} from 'zod';
import {parseDocument} from '../../../../src/config/parse-document.ts';
import {ProjectFile} from '../../../../src/config/project-file.ts';
import {StackFile} from '../../../../src/config/stack-file.ts';
import {WorkspaceFile} from '../../../../src/config/workspace-file.ts';

/** The one error in a file of one line. */
function errorIn(schema: z.ZodType, text: string) {
  const {diagnostics} = parseDocument(schema, text, 'file.yaml');
  expect(diagnostics, text).toHaveLength(1);
  return diagnostics[0] ?? expect.fail();
}

/** Returns the example in a hint, parsed as a file. */
const exampleIn = (hint: string): unknown => load(/: (\w+: .+)$/.exec(hint)?.[1] ?? expect.fail(hint));

describe('a field of stack.yaml with a wrong type', () => {
  it.each([
    ['sources: [m]', '`sources[0]` must be a mapping, not a string', 'sources: [{manifests: manifests/*.yaml}]'],
    ['sources: m', '`sources` must be a list, not a string', 'sources: [{manifests: manifests/*.yaml}]'],
    ['sources: {manifests: m}', '`sources` must be a list', 'sources: [{manifests: manifests/*.yaml}]'],
    ['sources: [{manifests: [m]}]', '`sources[0].manifests` must be a string', 'manifests: manifests/*.yaml'],
    ['manifests: [m]', 'unknown field `manifests`', 'sources: [{manifests: manifests/*.yaml}]'],
    ['kustomize: overlays/prod', 'unknown field `kustomize`', 'sources: [{kustomize: '],
    ['dependsOn: base', '`dependsOn` must be a list', 'dependsOn: [base'],
    ['ignore: [spec.replicas]', '`ignore[0]` must be a mapping', 'ignore: [{'],
    ['health: [Widget]', '`health[0]` must be a mapping', 'health: [{'],
    ['guards: [30]', '`guards` must be a mapping', 'guards: {'],
    ['moved: [a]', '`moved[0]` must be a mapping', 'moved: [{from: '],
    ['patches: [m.yaml]', '`patches', 'patches: [{'],
    ['patches: m.yaml', '`patches', 'patches: [{'],
    ['images: [nginx]', '`images` must be a mapping', 'images: {'],
    ['extensions: [x]', '`extensions[0]` must be a mapping', 'extensions: [{'],
  ])('%s is refused with an example that is accepted', (text, message, example) => {
    const error = errorIn(StackFile, text);
    expect(error.message).toContain(message);
    expect(error.hint).toContain(example);
    expect(StackFile.safeParse(exampleIn(error.hint ?? '')).error).toBeUndefined();
  });

  it('a field of a workspace that stack.yaml also has is refused with the same example', () => {
    const {hint = ''} = errorIn(WorkspaceFile, 'ignore: [spec.replicas]\nname: a\n');
    expect(WorkspaceFile.safeParse({name: 'a', ...(exampleIn(hint) as object)}).error).toBeUndefined();
  });
});

describe('a field of stack.yaml', () => {
  it.each(['sources: [m]', 'manifests: [m]', 'manifests: m', 'dependsOn: [base]', 'images: {nginx: nginx:1}'])(
    'a field of stack.yaml in project.yaml is refused with its right place and an example: %s',
    (text) => {
      const error = errorIn(ProjectFile, text);
      expect(error.message).toContain('unknown field');
      expect(error.hint).toContain('Move it to stack.yaml');
      expect(StackFile.safeParse(exampleIn(error.hint ?? '')).error).toBeUndefined();
    },
  );
});

it.each([
  ['a misspelt field gets a suggestion', 'manfests: m\nsource: [m]', 'Did you mean `sources`?'],
  ['apiVersion in stack.yaml gets the list of known fields', 'apiVersion: v1', 'Use one of: name, '],
  ['kind in stack.yaml gets the list of known fields', 'kind: ConfigMap', 'Use one of: name, '],
])('%s', (_, text, hint) => {
  const {diagnostics} = parseDocument(StackFile, text, 'file.yaml');
  expect(diagnostics.map((one) => one.hint)).toContainEqual(expect.stringContaining(hint));
});
