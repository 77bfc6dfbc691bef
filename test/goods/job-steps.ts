/** Steps of pick jobs: carts that claim what is open, hand it on, and give it up. Their picks are steps of their own. */
import { isOk, type Step } from './turn.ts';

const claim: Step = async ({ dice, ask, site }) => {
  const method = dice.pick(['single', 'batch', 'cluster', 'cluster', 'zone'] as const)!;
  const positions = method === 'single' ? {} : { positions: dice.upTo(4) };
  const body = { warehouse_id: site.main, method, ...positions };
  return isOk(await ask('post', '/api/wms/pick-jobs/claim', body)) ? {} : undefined;
};

const act: Step = async ({ dice, ask, seen }) => {
  const job = dice.pick(seen.jobs.filter(({ status }) => status === 'open' || status === 'in_progress'));
  if (!job) return undefined;
  const picks = seen.tasks.filter(
    ({ job_id, status }) => job_id === job.id && ['assigned', 'in_progress'].includes(status),
  );
  const path = `/api/wms/pick-jobs/${job.id}`;
  if (job.method === 'zone' && dice.chance(0.7)) {
    const zone = dice.pick(picks.map((pick) => pick.zone)) ?? '';
    return isOk(await ask('patch', path, { action: 'pass_on', zone })) ? {} : undefined;
  }
  const [first] = picks;
  if (job.method === 'batch' && first && dice.chance(0.8)) {
    const there = picks.filter((pick) => pick.place === first.place);
    const qty = there.reduce((sum, pick) => sum + pick.qty, 0);
    const body = { action: 'pick', pick_task_id: first.id, qty };
    return isOk(await ask('patch', path, body)) ? {} : undefined;
  }
  const action = dice.chance(0.5) ? 'take' : 'abandon';
  const putBack = action === 'abandon' ? { put_back: dice.chance(0.5) } : {};
  return isOk(await ask('patch', path, { action, ...putBack })) ? {} : undefined;
};

export const jobSteps: Record<string, [weight: number, step: Step]> = {
  claimJob: [4, claim],
  actOnJob: [3, act],
};
