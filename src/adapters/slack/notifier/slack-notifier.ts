import type {Secret} from '../../../core/secret/secret.ts';
import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import type {Notifier, NotifierDeps} from '../../../ports/notifier.ts';

/** Returns a target that posts to an incoming webhook of Slack. */
export function slackNotifier(url: Secret, {http}: Pick<NotifierDeps, 'http'>): Notifier {
  return {
    escape: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    send: async ({text}) => {
      const problem = httpsProblem(url.reveal());
      if (problem !== undefined) return {problem: `the value of \`url\` ${problem}`};
      const answer = await http({
        url: url.reveal(),
        method: 'POST',
        headers: {'content-type': 'application/json'},
        // Slack must not fetch the links of a message.
        body: JSON.stringify({text, unfurl_links: false, unfurl_media: false}),
        isRepeatable: true,
      });
      return 'problem' in answer ? answer : undefined;
    },
  };
}
