import { listComments, listMentions, readMentions } from "@bobine/contract/comments";
import { listOperationFiles } from "@bobine/contract/operation-files";
import { listColleagues } from "@bobine/contract/people";
import { listed } from "@bobine/contract/testing/lists";
import { aColleague } from "@bobine/contract/testing/people";
import { answers } from "@bobine/shared-auth/testing";

export const colleagues = [
  aColleague({ is_oneself: true }),
  aColleague({ id: 8, first_name: "Hugo", last_name: "Marchetti", email: "hugo@lumiere.example" }),
];

/** The API of who works where nobody has said anything. */
export const withoutComments = () => [
  answers(listComments, listed()),
  answers(listOperationFiles, { results: [] }),
  answers(listMentions, { ...listed(), unread_count: 0 }),
  answers(readMentions, { unread_count: 0 }),
  answers(listColleagues, { results: colleagues }),
];
