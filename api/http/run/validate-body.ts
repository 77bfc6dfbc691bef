/** The body of a write, validated by the schema of the command it runs. */
import type Joi from 'joi';
import { Refusal } from '../../../domain/refusal.ts';
import type { AnyCommand } from '../../../queues/engine/define-command.ts';
import { authorize } from '../authenticate.ts';
import { checkBatch } from './run-batch.ts';
import type { ActionsEndpoint } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { validate } from '../validate.ts';

/** The body as validated by the schema of its command (or of the action it names). */
export function validateBody(exchange: Exchange): void {
  const { endpoint, body } = exchange;
  if (endpoint.kind === 'command') {
    const { command, input, pathToInput } = endpoint;
    const schema = endpoint.body ?? (input ? undefined : bodyOf(command, pathToInput));
    exchange.command = command;
    // A body parsed in a thread was validated there.
    if (endpoint.takeBody) return;
    exchange.checked = schema ? validate(schema, body, { convert: false }) : body;
  } else if (endpoint.kind === 'actions') {
    const { action, ...rest } = body;
    const { command, permission } =
      action === undefined && endpoint.edit ? endpoint.edit : actionEntry(endpoint, action);
    authorize(exchange.caller, permission);
    exchange.command = command;
    exchange.checked = validate(bodyOf(command, endpoint.pathToInput), rest, { convert: false });
  } else if (endpoint.kind === 'batch') exchange.checked = checkBatch(body);
}

function actionEntry(endpoint: ActionsEndpoint, action: unknown): ActionsEndpoint['actions'][string] {
  const names = Object.keys(endpoint.actions);
  if (typeof action === 'string' && Object.hasOwn(endpoint.actions, action)) return endpoint.actions[action]!;
  const message = `action must be one of ${names.join(', ')}`;
  const code = action === undefined ? 'required' : 'not_allowed';
  throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: 'action', code, message }]);
}

const bodies = new WeakMap<AnyCommand, Map<string, Joi.AnySchema>>();

/** The command's input schema without the fields the path fills. */
export function bodyOf(command: AnyCommand, pathToInput: Record<string, string>): Joi.AnySchema {
  const filled = Object.values(pathToInput);
  if (filled.length === 0) return command.input;
  const perCommand = bodies.get(command) ?? new Map<string, Joi.AnySchema>();
  bodies.set(command, perCommand);
  const key = filled.join();
  const known = perCommand.get(key);
  if (known) return known;
  const body = command.input.fork(filled, (field) => field.forbidden());
  perCommand.set(key, body);
  return body;
}
