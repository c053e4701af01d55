import {RedirectRefused} from '../../lib/follow-redirects.ts';
import {HttpsFailure} from '../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../lib/https-request.ts';

/** The failure of a request to a registry. The message names the registry and the repository, and no login. */
export class RegistryProblem extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'RegistryProblem';
    this.hint = hint;
  }
}

/** A request for messages: `the tag 1.2.0 of oci://host/name`. */
export type Asked = {readonly what: string; readonly isLoggedIn: boolean};

/** Returns the problem of a response with any status but 200. The text of the registry is not repeated: it may quote the request. */
export function answerProblem({status}: HttpsAnswer, {what, isLoggedIn}: Asked): RegistryProblem {
  if (status === 401 || status === 403) {
    return isLoggedIn
      ? new RegistryProblem(`the registry refused the login for ${what} (${status})`, CHECK_LOGIN)
      : new RegistryProblem(
          `the registry requires a login for ${what} (${status})`,
          'Check the address: many registries answer like this for a name that does not exist.',
        );
  }
  if (status === 404) return new RegistryProblem(`the registry does not have ${what}`, 'Check the name and the tag.');
  if (status === 429) return new RegistryProblem(`the registry refuses ${what}: too many requests (429)`, LATER);
  if (status >= 500) return new RegistryProblem(`the registry failed for ${what} (${status})`, LATER);
  return new RegistryProblem(`the registry answered ${status} for ${what}`);
}

const CHECK_LOGIN = 'Check that the user may read it, and that the password or token has not expired.';
const LATER = 'Run the command again later.';

/** Returns the problem of a request without a complete response. @throws any other error, unchanged */
export function failureProblem(error: unknown, {what}: Asked): RegistryProblem {
  if (error instanceof RegistryProblem) return error;
  if (error instanceof RedirectRefused || error instanceof HttpsFailure)
    return new RegistryProblem(`cannot fetch ${what}: ${error.message}`);
  throw error;
}
