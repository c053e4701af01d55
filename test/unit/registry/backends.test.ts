import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {GLOBAL_FLAGS as Flags} from '../../../src/cli/flags/global-flags.ts';
import {parseBackendUrl} from '../../../src/config/backend/parse-backend-url.ts';
import {withoutCredentials} from '../../../src/config/backend/without-credentials.ts';
import type {BackendDescriptor, BackendField} from '../../../src/ports/backend-descriptor.ts';
import {BACKENDS} from '../../../src/registry/backends.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** Other things than backends have addresses of the same form. */
const ADDRESSES_OF_KUBECONFIGS = /kubeconfig-address|address-text|main\/kubeconfigs/;

describe.each(BACKENDS.map((descriptor) => ({descriptor, kind: descriptor.kind})))(
  'a backend of the kind $kind',
  ({descriptor: {kind, address, fields}}) => {
    const example = address.example.replace('PREFIX', 'prefix').replace(/[A-Z]{2,}/g, 'some-name');

    it('the address in the help can be parsed', () => expect(parseBackendUrl(example)).toMatchObject({kind}));

    it('the help of --backend names the backend', async () => {
      const {GLOBAL_FLAGS}: {GLOBAL_FLAGS: typeof Flags} = await import('../../../src/cli/flags/global-flags.ts');
      expect(GLOBAL_FLAGS.find(({flags}) => flags.startsWith('--backend'))?.summary).toContain(address.example);
    });

    it('the schema of project.yaml contains the backend with all of its fields', () => {
      const schema = readFileSync(`${ROOT}schemas/project.schema.json`, 'utf8');
      expect(schema).toContain(`"${kind}": {`);
      for (const name of Object.keys(fields)) expect(schema).toContain(`"${name}": {`);
    });

    it('the scheme of the backend occurs only in its own folder', () => {
      const isNamed = (file: string): boolean => {
        const code = readFileSync(`${ROOT}${file}`, 'utf8').replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
        return code.includes(`${address.scheme}://`) || code.includes(`kind === '${kind}'`);
      };
      const [ownFolder] = globSync(`src/adapters/*/backend/*-descriptor.ts`, {cwd: ROOT})
        .filter((file) => readFileSync(`${ROOT}${file}`, 'utf8').includes(`\n  kind: '${kind}',`))
        .map((file) => file.replace(/[^/]+$/, ''));
      const elsewhere = globSync('src/{lib,core,config,engine,app,ui,cli,main,registry,ports}/**/*.ts', {cwd: ROOT});
      expect(ownFolder).toBeDefined();
      expect(elsewhere.filter((file) => isNamed(file) && !ADDRESSES_OF_KUBECONFIGS.test(file))).toEqual([]);
    });

    it('messages show the options of the address and hide all others', () => {
      for (const [name, field] of Object.entries<BackendField>(fields))
        if (
          ['text', 'endpoint', 'certificates', 'flag'].includes(field.type) &&
          !address.place.some((one) => one === name)
        )
          expect(withoutCredentials(`x://y?${'option' in field ? field.option : name}=z`)).toContain('=z');
      expect(withoutCredentials(`x://y?credentials=z`)).toContain('=***');
    });
  },
);

it('a descriptor without its contacts does not compile', () => {
  type Some = {readonly kind: 'some'};
  const whole: BackendDescriptor<Some, Some> = {
    kind: 'some',
    description: 'Some.',
    address: {scheme: 'some', example: 'some://X', forms: [], place: [], read: () => ({}), show: () => ''},
    fields: {},
    contacts: 'nothing',
    accessTrial: {by: 'document'},
    resolve: (declared) => declared,
    open: () => Promise.reject(new Error('not opened here')),
  };
  const {contacts: _, ...rest} = whole;
  // @ts-expect-error: `contacts` is missing.
  const silent: BackendDescriptor<Some, Some> = rest;
  expect(silent.contacts).toBeUndefined();
});
