import {load} from 'js-yaml';
import {Secret} from '../../../core/secret/secret.ts';
import type {KubeconfigFiles} from '../../../ports/kubeconfig-files.ts';
import {adapted} from './adapt.ts';
import {editLocked} from './edit-locked.ts';
import {ENTRIES, type Entries, type Kubeconfig, kubeconfigIn, withEntries, withoutEntries} from './entries.ts';
import {textOf} from './text-of.ts';

/** Edits kubeconfig files on disk, keeping comments and unknown fields where the text allows it. */
export const kubeconfigFiles = (): KubeconfigFiles => ({
  adapt: adapted,
  json: ({text}) => new Secret(`${JSON.stringify(load(text.reveal()), undefined, 2)}\n`),
  merge: (file, flat, setCurrent) =>
    editLocked(file, (before) => {
      const config = kubeconfigIn(before, file);
      const entries = entriesOf(flat.text.reveal());
      const wanted = withEntries(config, entries, setCurrent ? flat.contextName : undefined);
      const {text, rewritten} = textOf(before, config, wanted);
      const had = ENTRIES.some((list) => (config[list] ?? []).some(({name}) => name === flat.contextName));
      const change = text === before ? 'unchanged' : had ? 'replaced' : 'added';
      return {text, answer: {change, current: wanted['current-context'] || undefined, rewritten}};
    }),
  unmerge: (file, name) =>
    editLocked(file, (before) => {
      const config = kubeconfigIn(before, file);
      const wasCurrent = config['current-context'] === name;
      const {text, rewritten} = textOf(before, config, withoutEntries(config, name));
      return {text, answer: {removed: text !== before, wasCurrent, rewritten}};
    }),
});

function entriesOf(text: string): Entries {
  const {clusters, users, contexts} = load(text) as Kubeconfig;
  return {clusters: clusters ?? [], users: users ?? [], contexts: contexts ?? []};
}
