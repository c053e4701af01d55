import type {NotifierDescriptor} from '../../../ports/notifier.ts';

type Declared = {
  readonly repository: string;
  readonly token: string;
  readonly label?: string | undefined;
  readonly server?: string | undefined;
};

/** Issues of a GitHub repository: one for each stack and workspace, open as long as the drift or the failure lasts. */
export const githubDescriptor: NotifierDescriptor<Declared> = {
  kind: 'githubIssue',
  description:
    'An issue for each stack and workspace. It is updated, and closed when the drift or the failure has ended.',
  example: '{repository: OWNER/NAME, token: ref://GITHUB_TOKEN}',
  fields: {
    repository: {type: 'text', required: true, description: 'The repository: `OWNER/NAME`.'},
    token: {
      type: 'reference',
      required: true,
      description: 'A token that can read and write issues of the repository.',
    },
    label: {type: 'text', description: 'The label of the issues; default: gantry.'},
    server: {type: 'endpoint', description: 'The API of GitHub Enterprise; default: https://api.github.com.'},
  },
  keepsState: true,
  open: async ({repository, token, label = 'gantry', server = 'https://api.github.com'}, {secret, http}) => {
    const [{githubNotifier}, {githubApi}] = await Promise.all([
      import('./github-notifier.ts'),
      import('./github-api.ts'),
    ]);
    return githubNotifier(githubApi({repository, server, label, token: await secret(token)}, http));
  },
};
