import {stackText} from '../core/stacks/stack-name.ts';
import type {Words} from './failure-words.ts';

/** The number of ids that a message names. */
const MOST_IDS = 3;

/** The texts of failures about the place of a workspace: where it is found, and whose releases have its name. */
export const WORKSPACE_PLACE_WORDS: Pick<
  Words,
  'workspace/ambiguous' | 'workspace/same-objects' | 'release/other-user' | 'backend/no-workspace'
> = {
  'workspace/ambiguous': ({name, choices, from, mixesReleases}) =>
    mixesReleases === true
      ? {
          message: `Releases are stored by the name of the workspace, and you have two with this name: ${choices.map((one) => `${one.name} (${one.at})`).join(', ')}.`,
          hint: `Give your own workspace another name, for example "gantry workspace rename ${choices.find((one) => one.name.startsWith('mine/'))?.name ?? name} NEW_NAME".`,
        }
      : {
          message: `Workspace "${name}"${from === undefined || from === '-w' ? '' : ` (set by ${from})`} exists as yours and as a shared one: ${choices.map((one) => `${one.name} (${one.at})`).join(', ')}.`,
          hint: `Name one of them: ${choices.map((one) => `-w ${one.name}`).join(' or ')}.`,
        },
  'release/other-user': ({workspace, history, by, theirs, namespace}) => ({
    message: `The last release of ${history} was made by ${by} in ${namespaceText(theirs)}, but your own workspace ${workspace} uses ${namespaceText(namespace)}; nothing was changed.`,
    hint: 'Two users with a workspace of this name would delete each other\'s objects. Create yours under another name: "gantry workspace create NEW_NAME --kubeconfig FILE".',
  }),
  'workspace/same-objects': ({stacks: [one, other], server, ids}) => ({
    message: `The workspaces "${one.workspace}" and "${other.workspace}" use the same cluster (${server}), and would write the same objects of ${stackText(one)}${stackText(one) === stackText(other) ? '' : ` and ${stackText(other)}`}: ${ids.slice(0, MOST_IDS).join(', ')}${ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : ''}. Nothing was done.`,
    hint: 'Give each workspace its own namespace, for example with `namespace: ${context:namespace}` in stack.yaml, or select one of them with -w.',
  }),
  'backend/no-workspace': ({backend, workspace, known}) => ({
    message: `The backend ${backend} is in the cluster of the workspace ${workspace}, but no file defines that workspace.`,
    hint:
      known.length === 0
        ? `Create workspaces/${workspace}.yaml in the project, or run "gantry workspace create ${workspace} --mine".`
        : `Workspaces defined by files here: ${known.join(', ')}.`,
  }),
};

const namespaceText = (namespace: string | undefined): string =>
  namespace === undefined ? 'no namespace' : `the namespace ${namespace}`;
