import com.ibm.mq.MQMessage;
import com.ibm.mq.headers.pcf.MQCFBF;
import com.ibm.mq.headers.pcf.MQCFBS;
import com.ibm.mq.headers.pcf.MQCFGR;
import com.ibm.mq.headers.pcf.MQCFIF;
import com.ibm.mq.headers.pcf.MQCFIL;
import com.ibm.mq.headers.pcf.MQCFIL64;
import com.ibm.mq.headers.pcf.MQCFIN;
import com.ibm.mq.headers.pcf.MQCFIN64;
import com.ibm.mq.headers.pcf.MQCFSF;
import com.ibm.mq.headers.pcf.MQCFSL;
import com.ibm.mq.headers.pcf.MQCFST;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFParameter;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

/**
 * The other side of the PCF tests: IBM's client builds messages and reads ours.
 *
 * One request a line, fields separated by blanks, one answer a line:
 *   CONST NAME                               -> the number, or "none"
 *   BUILD encoding ccsid type version command sequence control completion reason DESCRIPTION
 *                                            -> the message in hexadecimal
 *   READ encoding ccsid HEX                  -> header and DESCRIPTION
 *   OWN encoding ccsid string-ccsid id HEX   -> a message with one string in its own character set
 *   READOWN encoding ccsid HEX               -> that string and its character set
 *   ANSWERED encoding ccsid HEX,HEX,...      -> for each response, whether all have come with it
 * A DESCRIPTION is a token a structure: IN:15=5 IN64: ST:2016=<hex of UTF-8> SL:2020=a,b IL: IL64:
 * BS:7006=<hex> IF:15:4=10 SF:2016:18=<hex> BF:7006:2=<hex> GR:8001( ... ) and "-" for empty.
 * com.ibm.mq.headers.pcf does all but strings in their own character set, which it gets wrong; the
 * older com.ibm.mq.pcf, which cannot write groups, does those.
 */
@SuppressWarnings("deprecation")
public final class PcfCounterpart {
    private static final String[] CONSTANT_CLASSES = {
        "com.ibm.mq.constants.CMQC",
        "com.ibm.mq.constants.CMQCFC",
        "com.ibm.mq.constants.CMQXC",
        "com.ibm.mq.constants.CMQPSC",
        "com.ibm.mq.constants.CMQZC",
    };

    private final String[] tokens;
    private int at;

    private PcfCounterpart(String[] tokens, int at) {
        this.tokens = tokens;
        this.at = at;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer;
            try {
                answer = answer(line.split(" "));
            } catch (Exception error) {
                answer = "ERROR " + String.valueOf(error).replace('\n', ' ').replace('\r', ' ');
            }
            out.println(answer);
        }
        out.flush();
    }

    private static String answer(String[] fields) throws Exception {
        switch (fields[0]) {
            case "CONST":
                return constant(fields[1]);
            case "BUILD":
                return build(fields);
            case "READ":
                return read(fields);
            case "OWN":
                return own(fields);
            case "READOWN":
                return readOwn(fields);
            case "ANSWERED":
                return answered(fields);
            default:
                throw new IllegalArgumentException(fields[0]);
        }
    }

    /** What the client's own agent asks of each response of z/OS; its class is not public. */
    private static String answered(String[] fields) throws Exception {
        Class<?> tracker =
            Class.forName("com.ibm.mq.headers.pcf.PCFMessageAgentResponseTracker390");
        Constructor<?> constructor = tracker.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object responses = constructor.newInstance();
        Method isLast = tracker.getDeclaredMethod("isLast", PCFMessage.class);
        isLast.setAccessible(true);
        StringBuilder text = new StringBuilder();
        for (String each : fields[3].split(",")) {
            MQMessage carrier = carrier(fields);
            carrier.write(bytes(each));
            carrier.seek(0);
            text.append(isLast.invoke(responses, new PCFMessage(carrier)).equals(true) ? 'y' : 'n');
        }
        return text.toString();
    }

    private static String own(String[] fields) throws Exception {
        com.ibm.mq.pcf.MQCFST string =
            new com.ibm.mq.pcf.MQCFST(Integer.parseInt(fields[4]), text(fields[5]));
        string.setCodedCharSetId(Integer.parseInt(fields[3]));
        com.ibm.mq.pcf.PCFMessage message = new com.ibm.mq.pcf.PCFMessage(11);
        message.addParameter(string);
        MQMessage carrier = carrier(fields);
        message.write(carrier);
        return written(carrier);
    }

    private static String readOwn(String[] fields) throws Exception {
        MQMessage carrier = carrier(fields);
        carrier.write(bytes(fields[3]));
        carrier.seek(0);
        com.ibm.mq.pcf.PCFMessage message = new com.ibm.mq.pcf.PCFMessage(carrier);
        com.ibm.mq.pcf.MQCFST string =
            (com.ibm.mq.pcf.MQCFST) message.getParameters().nextElement();
        return hexText(string.getString()) + "@" + string.getCodedCharSetId();
    }

    private static String written(MQMessage carrier) throws Exception {
        carrier.seek(0);
        byte[] data = new byte[carrier.getMessageLength()];
        carrier.readFully(data);
        return hex(data);
    }

    private static String constant(String name) throws Exception {
        for (String className : CONSTANT_CLASSES) {
            Class<?> found;
            try {
                found = Class.forName(className);
            } catch (ClassNotFoundException error) {
                continue;
            }
            for (Field field : found.getFields()) {
                if (field.getName().equals(name) && Modifier.isStatic(field.getModifiers())) {
                    return String.valueOf(field.get(null));
                }
            }
        }
        return "none";
    }

    private static String build(String[] fields) throws Exception {
        PcfCounterpart reader = new PcfCounterpart(fields, 10);
        List<PCFParameter> parameters = reader.parameters();
        PCFMessage message = new PCFMessage(Integer.parseInt(fields[5]));
        message.initialize(
            Integer.parseInt(fields[3]), Integer.parseInt(fields[5]), Integer.parseInt(fields[6]),
            fields[7].equals("1"));
        for (PCFParameter parameter : parameters) {
            message.addParameter(parameter);
        }
        message.getHeader().setType(Integer.parseInt(fields[3]));
        message.getHeader().setVersion(Integer.parseInt(fields[4]));
        message.getHeader().setCompCode(Integer.parseInt(fields[8]));
        message.getHeader().setReason(Integer.parseInt(fields[9]));
        MQMessage carrier = carrier(fields);
        message.write(carrier);
        return written(carrier);
    }

    private static MQMessage carrier(String[] fields) {
        MQMessage carrier = new MQMessage();
        carrier.encoding = Integer.parseInt(fields[1]);
        carrier.characterSet = Integer.parseInt(fields[2]);
        return carrier;
    }

    private static String read(String[] fields) throws Exception {
        MQMessage carrier = carrier(fields);
        carrier.write(bytes(fields[3]));
        carrier.seek(0);
        PCFMessage message = new PCFMessage(carrier);
        StringBuilder text = new StringBuilder();
        text.append(message.getType()).append(' ').append(message.getCommand()).append(' ');
        text.append(message.getMsgSeqNumber()).append(' ').append(message.getControl()).append(' ');
        text.append(message.getCompCode()).append(' ').append(message.getReason());
        describe(message.getParameters(), text);
        return text.toString();
    }

    private List<PCFParameter> parameters() {
        List<PCFParameter> found = new ArrayList<>();
        while (at < tokens.length) {
            String token = tokens[at++];
            if (token.equals(")")) {
                break;
            }
            found.add(parameter(token));
        }
        return found;
    }

    private PCFParameter parameter(String token) {
        String type = token.substring(0, token.indexOf(':'));
        String rest = token.substring(token.indexOf(':') + 1);
        if (type.equals("GR")) {
            MQCFGR group = new MQCFGR();
            group.setParameter(Integer.parseInt(rest.substring(0, rest.indexOf('('))));
            for (PCFParameter inner : parameters()) {
                group.addParameter(inner);
            }
            return group;
        }
        String value = rest.substring(rest.indexOf('=') + 1);
        String[] key = rest.substring(0, rest.indexOf('=')).split(":");
        int id = Integer.parseInt(key[0]);
        int operator = key.length > 1 ? Integer.parseInt(key[1]) : 0;
        switch (type) {
            case "IN":
                return new MQCFIN(id, Integer.parseInt(value));
            case "IN64":
                return new MQCFIN64(id, Long.parseLong(value));
            case "ST":
                return new MQCFST(id, text(value));
            case "SL":
                String[] strings = value.isEmpty() ? new String[0] : value.split(",");
                for (int index = 0; index < strings.length; index++) {
                    strings[index] = text(strings[index]);
                }
                return new MQCFSL(id, strings);
            case "IL":
                String[] items = value.isEmpty() ? new String[0] : value.split(",");
                int[] integers = new int[items.length];
                for (int index = 0; index < items.length; index++) {
                    integers[index] = Integer.parseInt(items[index]);
                }
                return new MQCFIL(id, integers);
            case "IL64":
                String[] wide = value.isEmpty() ? new String[0] : value.split(",");
                long[] longs = new long[wide.length];
                for (int index = 0; index < wide.length; index++) {
                    longs[index] = Long.parseLong(wide[index]);
                }
                return new MQCFIL64(id, longs);
            case "BS":
                return new MQCFBS(id, bytes(value));
            case "IF":
                return new MQCFIF(id, operator, Integer.parseInt(value));
            case "SF":
                return new MQCFSF(id, operator, text(value));
            case "BF":
                return new MQCFBF(id, operator, bytes(value));
            default:
                throw new IllegalArgumentException(token);
        }
    }

    private static void describe(Enumeration<?> parameters, StringBuilder text) {
        while (parameters.hasMoreElements()) {
            PCFParameter one = (PCFParameter) parameters.nextElement();
            text.append(' ');
            int id = one.getParameter();
            if (one instanceof MQCFIN) {
                text.append("IN:").append(id).append('=').append(((MQCFIN) one).getIntValue());
            } else if (one instanceof MQCFIN64) {
                text.append("IN64:").append(id).append('=').append(((MQCFIN64) one).getLongValue());
            } else if (one instanceof MQCFST) {
                text.append("ST:").append(id).append('=');
                text.append(hexText(((MQCFST) one).getString()));
            } else if (one instanceof MQCFSL) {
                text.append("SL:").append(id).append('=');
                String separator = "";
                for (String item : ((MQCFSL) one).getStrings()) {
                    text.append(separator).append(hexText(stripped(item)));
                    separator = ",";
                }
            } else if (one instanceof MQCFIL) {
                text.append("IL:").append(id).append('=');
                String separator = "";
                for (int item : ((MQCFIL) one).getValues()) {
                    text.append(separator).append(item);
                    separator = ",";
                }
            } else if (one instanceof MQCFIL64) {
                text.append("IL64:").append(id).append('=');
                String separator = "";
                for (long item : ((MQCFIL64) one).getValues()) {
                    text.append(separator).append(item);
                    separator = ",";
                }
            } else if (one instanceof MQCFBS) {
                text.append("BS:").append(id).append('=').append(hex(((MQCFBS) one).getString()));
            } else if (one instanceof MQCFIF) {
                MQCFIF filter = (MQCFIF) one;
                text.append("IF:").append(id).append(':').append(filter.getOperator());
                text.append('=').append(filter.getFilterValue());
            } else if (one instanceof MQCFSF) {
                MQCFSF filter = (MQCFSF) one;
                text.append("SF:").append(id).append(':').append(filter.getOperator());
                text.append('=').append(hexText(filter.getFilterValue()));
            } else if (one instanceof MQCFBF) {
                MQCFBF filter = (MQCFBF) one;
                text.append("BF:").append(id).append(':').append(filter.getOperator());
                text.append('=').append(hex(filter.getFilterValue()));
            } else if (one instanceof MQCFGR) {
                text.append("GR:").append(id).append('(');
                describe(((MQCFGR) one).getParameters(), text);
                text.append(" )");
            } else {
                throw new IllegalStateException(one.getClass().getName());
            }
        }
    }

    private static String stripped(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == 0)) {
            end--;
        }
        return text.substring(0, end);
    }

    private static String text(String hex) {
        return hex.equals("-") ? "" : new String(bytes(hex), StandardCharsets.UTF_8);
    }

    private static String hexText(String text) {
        return text.isEmpty() ? "-" : hex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(String hex) {
        if (hex.equals("-")) {
            return new byte[0];
        }
        byte[] data = new byte[hex.length() / 2];
        for (int index = 0; index < data.length; index++) {
            data[index] = (byte) Integer.parseInt(hex.substring(2 * index, 2 * index + 2), 16);
        }
        return data;
    }

    private static String hex(byte[] data) {
        if (data.length == 0) {
            return "-";
        }
        StringBuilder text = new StringBuilder();
        for (byte one : data) {
            text.append(String.format("%02x", one));
        }
        return text.toString();
    }
}
