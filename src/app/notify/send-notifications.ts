import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isWanted} from '../../core/notify/is-wanted.ts';
import type {Notification} from '../../core/notify/notification.ts';
import {renderTemplate} from '../../core/notify/template.ts';
import {redactIn} from '../../core/secret/redactor.ts';
import type {Deps} from '../deps.ts';
import {notSent, sentWithRemark} from './not-sent.ts';
import type {OpenTarget} from './open-target.ts';

/** The result of sending to one target. */
export type Sent = {readonly warnings: readonly Diagnostic[]; readonly isDelivered: boolean};

/**
 * Sends the notifications that a target wants, one after the other, so that they arrive in order. Known secrets are redacted first. The
 * first failure ends the rest, and is a warning.
 */
export async function sendNotifications(
  {name, rules, template, notifier}: OpenTarget,
  notifications: readonly Notification[],
  {redactor}: Pick<Deps, 'redactor'>,
): Promise<Sent> {
  const warnings: Diagnostic[] = [];
  for (const given of notifications.filter((one) => isWanted(one, rules))) {
    const notification = redactIn(given, redactor.redact);
    const text = renderTemplate(template, notification, notifier.escape);
    // An unexpected error must not end a run that has changed a stack. Its text may quote the response.
    const delivered = await notifier.send({...notification, text}).catch(() => ({problem: 'unexpected response'}));
    if (delivered === undefined) continue;
    if ('problem' in delivered)
      return {warnings: [...warnings, notSent(name, redactor.redact(delivered.problem))], isDelivered: false};
    warnings.push(sentWithRemark(name, delivered.remark));
  }
  return {warnings, isDelivered: true};
}
