import {z} from 'zod';

/** The schema of names of projects, stacks and workspaces. They are safe in file names, annotations and storage keys. */
export const Name = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/, {
  error: 'a name must have at most 100 letters, digits, `-`, `_` and `.`, and must begin with a letter, a digit or `_`',
});

/** The schema of the name of a namespace: a DNS label. */
export const Namespace = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
  error:
    'a namespace must have at most 63 lowercase letters, digits and `-`, and must begin and end with a letter or digit',
});

const LABEL_KEY = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/;

/** The schema of a workspace's labels, in the form of Kubernetes labels. An empty `labels:` means none. */
export const WorkspaceLabels = z
  .record(z.string(), z.string())
  .nullish()
  .superRefine((labels, context) => {
    for (const [key, value] of Object.entries(labels ?? {})) {
      const wrong = LABEL_KEY.test(key) ? (LABEL_VALUE.test(value) ? undefined : 'value') : 'name';
      if (wrong === undefined) continue;
      const message = `\`${wrong === 'name' ? key : value}\` is not a valid ${wrong} of a label: it must have at most 63 letters, digits, \`-\`, \`_\` and \`.\`, and must begin and end with a letter or digit`;
      context.addIssue({code: 'custom', path: [key], message});
    }
  })
  .meta({description: 'Labels that `-l` selects workspaces by.'});

/** The schema of free labels. An empty `labels:` means none. */
export const Labels = z
  .record(z.string(), z.string())
  .nullish()
  .meta({description: 'Labels for documentation and for selectors.'});
