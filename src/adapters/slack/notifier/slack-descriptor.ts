import type {NotifierDescriptor} from '../../../ports/notifier.ts';

type Declared = {readonly url: string};

/** An incoming webhook of Slack, or of a server with the same API, for example Mattermost. */
export const slackDescriptor: NotifierDescriptor<Declared> = {
  kind: 'slack',
  description: 'An incoming webhook of Slack.',
  example: '{url: ref://SLACK_URL}',
  fields: {
    url: {
      type: 'reference',
      required: true,
      description: 'The address of the webhook, which is a secret: `ref://NAME`.',
    },
  },
  keepsState: false,
  open: async ({url}, deps) => (await import('./slack-notifier.ts')).slackNotifier(await deps.secret(url), deps),
};
