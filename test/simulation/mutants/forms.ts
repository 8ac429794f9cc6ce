import { below } from './mutant';

/** Bugs of the forms, and of who may see them. */
export const FORMS = [
  ...below('app', [
    [
      'RequireAccess.tsx',
      'keeps the form of a user when a session check names another',
      '<Fragment key={user._id}>{children}</Fragment>',
      'children',
      'app/access.test.tsx',
    ],
    [
      'SignOutButton.tsx',
      'removes the forms of other tabs without a question',
      'await dispatch(countFormsOfOtherTabs());',
      '0;',
      'app/logout.test.tsx',
    ],
  ]),
  ...below('features/deliveries/new', [
    [
      'NewDeliveryForm.tsx',
      'sends an item that was deactivated',
      'isItemOffered(line.item)',
      'true',
      'features/deliveries/noLongerOffered.test.tsx',
    ],
    [
      'NewDeliveryForm.tsx',
      'prevents the repeat of a draft that may be recorded',
      'mayBeRecorded ||',
      '',
      'features/deliveries/noLongerOffered.test.tsx',
    ],
  ]),
  ...below('state/drafts', [
    [
      'useCreateForm.ts',
      'keeps the refusal of what the form had before',
      'showError(null);\n      setForm(next);',
      'setForm(next);',
      'features/refusals.test.tsx',
    ],
    [
      'useDraft.ts',
      'sends the first write again after a correction that met another change',
      'setRecorded({ ...recorded, response: current });',
      '',
      'features/recordedOtherwise.test.tsx',
    ],
    [
      'useDraft.ts',
      'keeps the draft of a correction after Leave it',
      'if (recorded) dispatch(draftDropped(recorded.changeId));',
      '',
      'features/recordedOtherwise.test.tsx',
    ],
    [
      'useDraft.ts',
      'records another delivery under two write ids',
      'if (isOther && result.failure) continueAs(recorded.changeId);',
      '',
      'features/recordedOtherwise.test.tsx',
    ],
  ]),
  ...below('features/visits', [
    [
      'SubmitVisitCard.tsx',
      'sends theirs when mine was chosen',
      'useSubmitVisit(visit._id, toSubmit,',
      'useSubmitVisit(visit._id, values,',
      'features/visits/submittedMeanwhile.test.tsx',
    ],
  ]),
];
