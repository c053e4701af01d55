import type {JsonObject} from '../../core/json.ts';
import {generated} from '../../core/module/generated-value.ts';
import type {ModuleRequest} from '../../core/module/module.ts';
import {ModuleFault} from '../../core/module/module-fault.ts';
import {idOf} from '../../core/resource/id.ts';
import {objectOf} from '../../kubernetes/application/object-of.ts';
import {accessoryOf} from '../application-of.ts';

/** The generated password of a database of a cloud. */
export type AwsPassword = {
  /** The Secret that has it. The containers read it there. */
  readonly secret: JsonObject;
  /** The reference with which Terraform gets it. */
  readonly reference: string;
};

/** Returns the Secret with the password of a database of a cloud. @throws ModuleFault without a namespace: the reference needs it */
export function awsPassword(request: ModuleRequest<unknown>, length: number): AwsPassword {
  const {name, namespace, naming} = request;
  if (naming === 'kusion')
    throw new ModuleFault('`type: cloud` is not supported with `naming: kusion`', 'Remove `naming: kusion`.');
  if (namespace === undefined)
    throw new ModuleFault('`type: cloud` needs the namespace of the stack', 'Set `namespace` in stack.yaml.');
  const id = idOf({apiVersion: 'v1', kind: 'Secret', namespace, name});
  return {
    secret: objectOf({apiVersion: 'v1', kind: 'Secret', name}, accessoryOf(request), {
      type: 'Opaque',
      stringData: {password: generated('password', {length})},
    }),
    reference: `\${ref:${id}#stringData.password}`,
  };
}
