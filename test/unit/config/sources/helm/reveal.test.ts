import {describe, expect, it} from 'vitest';
import type {Candidates} from '../../../../../src/config/manifests/candidate.ts';
import {type ChartReferences, findReferences} from '../../../../../src/config/sources/helm/find-references.ts';
import {firstValues, putReferences} from '../../../../../src/config/sources/helm/put-references.ts';
import {originOfTemplate} from '../../../../../src/config/sources/helm/read-rendered.ts';
import type {SourceEntry} from '../../../../../src/config/sources/source.ts';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {locate} from '../../../../../src/core/variation/located.ts';
import type {SourceFacts} from '../../../../../src/ports/source-facts.ts';

const ENTRY = {
  place: {stackDir: '/shop', projectDir: '/shop', workspacesDir: '/shop'},
  at: (path = []) => ({path: path.join('.')}),
} as unknown as SourceEntry;

const origin = originOfTemplate('stack.yaml');

/** Finds the references of a chart whose password is revealed. */
const revealing = (value: string) =>
  findReferences(
    locate({auth: {password: 'ref://db/password'}}, origin),
    {reveal: ['auth.password']},
    {
      entry: ENTRY,
      facts: {secretOf: async () => ({value: new Secret(value)})} as unknown as SourceFacts,
      release: 'web',
    },
  );

/** Renders objects that have the password in them. */
const template =
  (name: string, selector: string) =>
  (values: JsonObject): Candidates => {
    const {password} = values['auth'] as {password: string};
    const object = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {name, annotations: {a: `pw=${password}`}},
      spec: {selector: {app: selector}},
    };
    const candidate = {
      object,
      origin: originOfTemplate('web/a.yaml'),
      isExpandable: true,
      dependsOn: [],
      extensions: {},
    };
    return {candidates: [candidate], diagnostics: []};
  };

async function put(name: string, selector: string, value: string): Promise<Candidates> {
  const references = (await revealing(value)) as ChartReferences;
  const render = template(name, selector);
  return putReferences(render(firstValues(references)).candidates, references, async (values) => render(values));
}

describe('a revealed secret', () => {
  it.each([{value: ''}, {value: 'admin'}, {value: '1234567'}])(
    'a revealed secret of $value.length characters is refused',
    async ({value}) => {
      expect(await revealing(value)).toMatchObject({
        diagnostics: [
          {
            severity: 'error',
            code: 'source/helm-reveal',
            message: expect.stringMatching(/^cannot reveal ref:\/\/db\/password to helm: its value has fewer than 8/),
          },
        ],
      });
    },
  );

  it('a revealed secret of 8 characters is replaced by its reference in the output', async () => {
    const {candidates, diagnostics} = await put('web', 'web', '12345678');
    expect(diagnostics).toEqual([]);
    expect(candidates[0]?.object['metadata']).toMatchObject({annotations: {a: 'pw=${ref://db/password}'}});
  });

  it.each([
    {where: 'a name', name: 'pgpostgres-web', selector: 'web', path: 'metadata.name'},
    {where: 'a selector', name: 'web', selector: 'postgres', path: 'spec.selector.app'},
  ])('a revealed secret that $where contains is an error', async ({name, selector, path}) => {
    const {candidates, diagnostics} = await put(name, selector, 'postgres');
    expect(candidates).toEqual([]);
    expect(diagnostics).toMatchObject([{code: 'source/helm-reveal', message: expect.stringContaining(path)}]);
    expect(JSON.stringify(diagnostics)).not.toContain('postgres');
  });
});
