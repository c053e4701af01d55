import type {CreatedFromSecrets} from '../../../app/workspace/create-from-secrets.ts';
import {errorBody} from '../../../ui/json.ts';
import {madeText} from '../../../ui/text/workspace/workspace-made-text.ts';
import {EXIT, exitCodeOf, worstOf} from '../../exit-code.ts';
import type {Result} from '../../session.ts';

/** Returns the exit code: partial if some workspaces were written, otherwise the code of the failure. */
export function fromSecretsResult(made: CreatedFromSecrets): Result {
  const codes = made.workspaces.flatMap(({failure}) => (failure === undefined ? [] : [exitCodeOf(failure)]));
  const isPartial = codes.length > 0 && codes.length < made.workspaces.length;
  const workspaces = made.workspaces.map(({failure, ...rest}) =>
    failure === undefined ? rest : {...rest, error: errorBody(failure)},
  );
  return {
    document: {...made, workspaces},
    text: (style) => madeText(made, style),
    exitCode: codes.length === 0 ? undefined : worstOf(isPartial ? [EXIT.partial, ...codes] : codes),
  };
}
