import {z} from 'zod';

/** Names of projects, stacks and workspaces: safe in file names, annotations and storage keys of every backend. */
export const Name = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/, {
  error: 'a name has up to 100 letters, digits, `-`, `_` and `.`, and begins with a letter, a digit or `_`',
});

/** Name of a namespace: a DNS label. */
export const Namespace = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
  error: 'a namespace has up to 63 small letters, digits and `-`, and begins and ends with a letter or digit',
});

const LABEL_KEY = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/;

/** Labels that selectors choose by, of the form that Kubernetes gives them; an empty `labels:` means none. */
export const WorkspaceLabels = z
  .record(z.string(), z.string())
  .nullish()
  .superRefine((labels, context) => {
    for (const [key, value] of Object.entries(labels ?? {})) {
      const wrong = LABEL_KEY.test(key) ? (LABEL_VALUE.test(value) ? undefined : 'value') : 'name';
      if (wrong === undefined) continue;
      const message = `\`${wrong === 'name' ? key : value}\` cannot be the ${wrong} of a label: it has up to 63 letters, digits, \`-\`, \`_\` and \`.\`, and begins and ends with a letter or digit`;
      context.addIssue({code: 'custom', path: [key], message});
    }
  })
  .meta({description: 'Labels that `-l` selects workspaces by.'});

/** Labels for people and for selecting; an empty `labels:` means none. */
export const Labels = z
  .record(z.string(), z.string())
  .nullish()
  .meta({description: 'Labels for people and for selecting.'});
