import { EventEmitter } from 'node:events';
import { HubError } from '../hub-error.ts';
import type { StateDocument } from '../state/document.ts';
import { hubPlatform, hubVersion } from '../version.ts';
import { BackendError, postToBackend } from './backend-api.ts';
import { checkBackendUrl } from './backend-url.ts';
import { publicKeyOf } from './hub-key.ts';

const confirmMs = 5 * 60_000;

export interface Binding {
  backend_url: string;
  organization_id: string;
  warehouse_id: string | null;
  hub_id: string;
}

export interface CloudState {
  private_key: string;
  binding: Binding | null;
}

export interface BindRequest {
  backend_url: string;
  anon_key: string;
  organization_id: string;
  warehouse_id: string | null;
}

interface Rebinding {
  backend_url: string;
  organization_id: string;
  asked_at: number;
  isConfirmed: boolean;
}

/** Which backend and organization this hub serves. Emits `changed` when that becomes a different one. */
export class CloudBinding extends EventEmitter<{ changed: [] }> {
  isConnected = false;
  /** Why the cloud side is not working at present, for the local page. */
  trouble: string | null = null;
  /** The printers that the platform says another hub has: none of its labels come here. */
  foreign: readonly string[] = [];
  readonly #document: StateDocument<CloudState>;
  readonly #name: string;
  readonly #requestMs: number;
  #rebinding: Rebinding | null = null;

  constructor(document: StateDocument<CloudState>, name: string, requestMs: number) {
    super();
    this.#document = document;
    this.#name = name;
    this.#requestMs = requestMs;
  }

  get binding(): Binding | null {
    return this.#document.value.binding;
  }

  get privateKey(): string {
    return this.#document.value.private_key;
  }

  /** A request to bind to another organization, waiting for a person at the workstation. */
  get waitingForConfirmation(): { backend_url: string; organization_id: string } | null {
    const isFresh = this.#rebinding && Date.now() - this.#rebinding.asked_at < confirmMs;
    return isFresh && !this.#rebinding?.isConfirmed ? this.#rebinding : null;
  }

  /** A person agreed on the local page: the next `bind` to exactly that backend and organization is let through. */
  confirmRebinding(): void {
    if (this.waitingForConfirmation && this.#rebinding) this.#rebinding.isConfirmed = true;
  }

  /**
   * Enrolls with a backend and remembers it. The anon key is used once and not stored. Refuses with CLOUD_ALREADY_BOUND,
   * CLOUD_UNREACHABLE, CLOUD_REJECTED.
   */
  async bind(request: BindRequest): Promise<void> {
    const backend_url = checkBackendUrl(request.backend_url);
    const { organization_id, warehouse_id } = request;
    this.#refuseTakeover(backend_url, organization_id);
    const hub_id = await this.#enroll(backend_url, request);
    this.#rebinding = null;
    this.trouble = null;
    await this.#document.change((state) => ({
      ...state,
      binding: { backend_url, organization_id, warehouse_id, hub_id },
    }));
    this.emit('changed');
  }

  /** Unbinds from the backend; a person did this on the local page. */
  async unbind(): Promise<void> {
    await this.#document.change((state) => ({ ...state, binding: null }));
    this.emit('changed');
  }

  #refuseTakeover(backend_url: string, organization_id: string): void {
    const { binding } = this;
    if (!binding) return;
    const isSame = (other: { backend_url: string; organization_id: string }) =>
      other.backend_url === backend_url && other.organization_id === organization_id;
    if (isSame(binding)) return;
    const asked = this.#rebinding;
    if (asked && asked.isConfirmed && isSame(asked) && Date.now() - asked.asked_at < confirmMs) return;
    this.#rebinding = { backend_url, organization_id, asked_at: Date.now(), isConfirmed: false };
    throw new HubError(
      'CLOUD_ALREADY_BOUND',
      `This hub serves ${binding.backend_url}; confirm the change on the hub's own page and try again`,
    );
  }

  async #enroll(
    backend_url: string,
    { anon_key, organization_id, warehouse_id }: BindRequest,
  ): Promise<string> {
    const public_key = publicKeyOf(this.privateKey);
    const body = {
      anon_key,
      organization_id,
      warehouse_id,
      name: this.#name,
      public_key,
      version: hubVersion,
      platform: hubPlatform,
    };
    let answer: Record<string, unknown>;
    try {
      const options = { organizationId: organization_id, waitMs: this.#requestMs };
      answer = await postToBackend(`${backend_url}/api/hub/v1/enroll`, body, options);
    } catch (cause) {
      if (!(cause instanceof BackendError)) throw cause;
      const isRefusal = cause.status >= 400 && cause.status < 500 && cause.status !== 429;
      throw new HubError(isRefusal ? 'CLOUD_REJECTED' : 'CLOUD_UNREACHABLE', cause.message);
    }
    const { hub_id } = answer;
    if (typeof hub_id !== 'string') throw new HubError('CLOUD_REJECTED', 'The backend did not name the hub');
    return hub_id;
  }
}
