import {fileFields} from '../../../app/explain-field.ts';
import {page} from '../page.ts';

/** Returns the page about references to secrets and their stores. */
export const secretsTopic = (): string =>
  page('Secrets', [
    {
      text: 'Files contain references to secrets, not their values. Gantry reads the values from the secret store of the workspace:',
    },
    {
      rows: [
        ['ref://NAME', 'the whole value of a secret'],
        ['ref://NAME/property', 'one property of a secret'],
        ['ref://NAME?version=V', 'one version of a secret'],
        ['ref://STORE@NAME', 'a secret in another store of the workspace (`secretStores`)'],
        ['${ref://NAME}', 'a secret inside a longer text'],
      ],
    },
    {
      text: 'References in manifests are resolved only if their source in stack.yaml sets `references: true`. Stores (`secretStore.provider`):',
    },
    {rows: providers()},
    {
      text: 'Every store except files of the project needs your consent once if others can change the workspace: run "gantry workspace allow NAME". In a pipeline, set GANTRY_ALLOW.',
    },
    {
      text: 'Plans, reports and messages show *** in place of secrets. Releases do not contain secrets. `gantry workspace check` checks that the secrets can be read, and prints no value.',
    },
    {lines: ['gantry explain workspace.secretStore.provider.vault']},
  ]);

function providers(): readonly (readonly [string, string])[] {
  const store = fileFields('workspace').fields.find(({name}) => name === 'secretStore');
  const provider = store?.fields.find(({name}) => name === 'provider');
  return (provider?.fields ?? [])
    .filter(({type}) => type !== 'null')
    .map(({name, description = ''}) => [name, description] as const);
}
