import {fileFields} from '../../../app/explain-field.ts';
import {page} from '../page.ts';

/** Returns the page about references to secrets and their stores. */
export const secretsTopic = (): string =>
  page('Secrets', [
    {text: 'Files name secrets, and do not contain them. Gantry reads them in the store of the workspace:'},
    {
      rows: [
        ['ref://NAME', 'the whole value of a secret'],
        ['ref://NAME/property', 'a property of it'],
        ['ref://NAME?version=V', 'one version of it'],
        ['ref://STORE@NAME', 'the same in another store of the workspace (`secretStores`)'],
        ['${ref://NAME}', 'inside of a text'],
      ],
    },
    {
      text: 'Manifests are read with references only where their source says `references: true`. Stores (`secretStore.provider`):',
    },
    {rows: providers()},
    {
      text: 'A store other than files of the project needs your consent once: gantry workspace allow NAME. In a pipeline GANTRY_ALLOW gives it.',
    },
    {
      text: 'Secrets are *** in plans, reports and messages, and releases do not contain them. `gantry workspace check` reads each store without printing a value.',
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
