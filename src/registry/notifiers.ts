import {githubDescriptor} from '../adapters/github/notifier/github-descriptor.ts';
import {slackDescriptor} from '../adapters/slack/notifier/slack-descriptor.ts';
import {webhookDescriptor} from '../adapters/webhook/notifier/webhook-descriptor.ts';
import type {NotifierDescriptor} from '../ports/notifier.ts';

/** A descriptor of any kind. */
export type AnyNotifier = NotifierDescriptor<Readonly<Record<string, unknown>>>;

/** The kinds of notification targets, in the order of messages. TypeScript cannot check that each one gets values of its own kind. */
export const NOTIFIERS = [slackDescriptor, webhookDescriptor, githubDescriptor] as unknown as readonly AnyNotifier[];
