import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {hideTokens} from '../../core/secret/hide-tokens.ts';
import {scrubText} from '../../core/secret/scrub-text.ts';
import {defined} from '../../lib/defined.ts';
import {HttpsFailure} from '../../lib/https-failure.ts';

type About = {readonly issuer: string; readonly secrets?: readonly string[]};

/**
 * What went wrong between us and the provider, in words. The error itself goes no further: it carries whole answers, and they
 * hold tokens.
 */
export function explained(error: unknown, about: About): GantryError {
  if (error instanceof GantryError) return error;
  return new GantryError(failureOf(error, about));
}

/** `invalid_grant`, `access_denied`: what the provider itself calls its refusal. */
export function oauthError(error: unknown): string | undefined {
  const code = fieldOf(error, 'error');
  return typeof code === 'string' ? code : undefined;
}

function failureOf(error: unknown, {issuer, secrets = []}: About): Failure {
  const broken = chain(error).find((one) => one instanceof HttpsFailure);
  if (broken !== undefined) return unreachable(broken, issuer);
  const said = oauthError(error);
  // Half a secret is not found any more: what is cut is clean already.
  const clean = (text: string): string => hideTokens(scrubText(text, secrets)).slice(0, 500);
  if (said !== undefined) {
    const description = fieldOf(error, 'error_description');
    const detail = typeof description === 'string' && description !== '' ? `${said}: ${description}` : said;
    const hint = HINTS[said];
    return {code: 'identity/refused', issuer, detail: clean(detail), ...defined({hint})};
  }
  const {detail, hint} = wordsOf(error);
  return {code: 'identity/refused', issuer, detail: clean(detail), ...defined({hint})};
}

const unreachable = (broken: HttpsFailure, issuer: string): Failure => ({
  code: 'identity/unreachable',
  issuer,
  detail: broken.message,
  ...defined({
    hint:
      broken.kind === 'tls'
        ? 'caFile below identity.oidc of the workspace names more certificates to trust'
        : undefined,
  }),
});

const HINTS: Readonly<Record<string, string>> = {
  access_denied: 'the login was not allowed, or somebody said no',
  expired_token: 'the code was not typed in time: run the command again',
  invalid_client: 'clientId or clientSecret below identity.oidc is not what the provider knows',
  unauthorized_client: 'the provider does not allow this client to log in this way',
  invalid_scope: 'choose other scopes below identity.oidc',
};

type Words = {readonly detail: string; readonly hint?: string | undefined};

/** What openid-client found wrong in an answer, by its codes. */
function wordsOf(error: unknown): Words {
  const code = chain(error)
    .map((one) => fieldOf(one, 'code'))
    .find((one) => typeof one === 'string');
  const words = typeof code === 'string' ? WRONG_ANSWERS[code] : undefined;
  if (words !== undefined) return words;
  return {detail: error instanceof Error ? `its answer is not one to trust (${error.message})` : 'it gave no answer'};
}

const WRONG_ANSWERS: Readonly<Record<string, Words>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: {
    detail: 'its answer is not the one of an OpenID provider',
    hint: 'is issuer below identity.oidc the address of the provider, with its whole path?',
  },
  OAUTH_RESPONSE_IS_NOT_JSON: {
    detail: 'its answer is not JSON',
    hint: 'is issuer below identity.oidc the address of the provider, with its whole path?',
  },
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: {
    detail: 'it calls itself by another name',
    hint: 'write issuer below identity.oidc exactly as the provider does',
  },
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: {
    detail: 'its token is of another time',
    hint: 'does the clock of this machine go right?',
  },
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: {detail: 'its token is for another client, or for another login'},
  OAUTH_KEY_SELECTION_FAILED: {detail: 'its token is signed by a key that it does not publish'},
  OAUTH_TIMEOUT: {detail: 'it was not done in time'},
};

function chain(error: unknown): readonly unknown[] {
  const all: unknown[] = [];
  for (let one = error; one !== undefined && all.length < 5; one = one instanceof Error ? one.cause : undefined)
    all.push(one);
  return all;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
