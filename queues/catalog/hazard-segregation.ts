/** Which classes of dangerous goods are kept apart. */
import { segregationRules } from '../../domain/inventory/hazard-segregation.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import * as s from '../schema.ts';
import { hazardClass } from './hazard-fields.ts';

export const hazardSegregationRecord = recordKind({
  area: 'wms',
  name: 'hazard_segregation',
  collection: 'hazard_segregation',
  required: {
    class: s.described(hazardClass(), 'The rule is of both classes, whichever is named first.'),
    other_class: hazardClass(),
    rule: s.described(
      s.choice(...segregationRules),
      'keep_apart: never at one place where goods are kept (storage, pick), in one carton, or on one load. same_room: never at one place or in one carton; they may leave on one load. ok: anywhere, as without a rule.',
    ),
  },
  optional: {},
  fixed: ['class', 'other_class'],
  filters: {
    class: s.described(hazardClass(), 'Only rules that name this class first.'),
    other_class: s.described(hazardClass(), 'Only rules that name this class second.'),
  },
  searched: ['class', 'other_class'],
});

export const hazardSegregationCommands = recordCommands(hazardSegregationRecord);
